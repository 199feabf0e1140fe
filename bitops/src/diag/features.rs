//! Values that prove what the CPU can do, and methods that rely on them.

/// Defines a type whose values exist only where the CPU has the features.
///
/// `detect` asks the CPU, `known` is there only if the target has the features
/// anyway. A method of such a value may use the intrinsics; with the features
/// known to the compiler it is inlined like any other function.
macro_rules! feature_set {
    ($(#[$doc:meta])* $name:ident: $($feature:tt),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof that this CPU has the features, if it has.
            #[inline]
            pub fn detect() -> Option<Self> {
                ($(std::is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }

            /// The proof for a target that always has the features; there is no
            /// such function for other targets.
            #[cfg(all($(target_feature = $feature),+))]
            #[inline(always)]
            pub const fn known() -> Self {
                Self(())
            }
        }
    };
}

/// Compiles methods of a [`feature_set`] with its features.
///
/// A function with features of its own may call intrinsics safely, but to call
/// it takes a proof; `self` is that.
macro_rules! with_features {
    ([$features:tt] impl $type:ident {
        $($(#[$doc:meta])* pub fn $name:ident($self:ident $(, $argument:ident: $of:ty)* $(,)?)
            -> $result:ty $body:block)*
    }) => {
        impl $type {$(
            $(#[$doc])*
            #[inline]
            pub fn $name($self, $($argument: $of),*) -> $result {
                #[inline]
                #[target_feature(enable = $features)]
                fn with_features($($argument: $of),*) -> $result $body

                // SAFETY: `self` exists only if the CPU has these features.
                unsafe { with_features($($argument),*) }
            }
        )*}
    };
    ([$features:tt] impl Kernel for $type:ident {
        $(fn $name:ident(&self $(, $argument:ident: $of:ty)* $(,)?) $body:block)*
    }) => {
        impl Kernel for $type {
            fn name(&self) -> &'static str {
                stringify!($type)
            }
            $(
            fn $name(&self, $($argument: $of),*) {
                #[target_feature(enable = $features)]
                fn with_features($($argument: $of),*) $body

                // SAFETY: `self` exists only if the CPU has these features.
                unsafe { with_features($($argument),*) }
            }
        )*}
    };
}

pub(super) use {feature_set, with_features};
