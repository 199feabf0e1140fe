//! Methods of an `Any…` type that only call those of the type of one size.

/// Methods that call the one of the same name on the value inside, which `$with` reaches. What has
/// a size in the result loses it by `into`.
macro_rules! delegate {
    ($with:ident to $Sized:ident: $(
        $(#[$attribute:meta])*
        fn $method:ident($self:ident $(, $argument:ident: $type:ty)*) -> $result:ty;
    )*) => {
        $(
            #[doc = concat!("Like [`", stringify!($Sized), "::", stringify!($method), "`].")]
            $(#[$attribute])*
            pub fn $method(&$self $(, $argument: $type)*) -> $result {
                $with!($self, sized => sized.$method($($argument),*).into())
            }
        )*
    };
}

pub(crate) use delegate;
