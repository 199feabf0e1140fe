//! Values that prove that the CPU has certain features, with methods that rely on them.

/// Defines a type whose values exist only if the CPU has the features, and compiles its methods
/// with them. The features are named once, so that exactly those are proved that are relied on.
///
/// `detect` asks the CPU. `known` exists only if the target always has the features, and then the
/// methods are inlined like any other functions.
macro_rules! feature_set {
    (
        $(#[$doc:meta])* $name:ident: $features:tt

        impl $methods_of:ident {$(
            $(#[$method_doc:meta])*
            pub fn $method:ident(self $(, $input:ident: $input_type:ty)*) -> $result:ty $body:block
        )*}

        $(impl Kernel for $kernel:ident {$(
            fn $batch:ident(&self $(, $slice:ident: $slice_type:ty)*) $batch_body:block
        )*})?
    ) => {
        $crate::diag::x86_64::features::proof! { $(#[$doc])* $name $features }

        impl $methods_of {$(
            $(#[$method_doc])*
            #[inline]
            pub fn $method(self $(, $input: $input_type)*) -> $result {
                $crate::diag::x86_64::features::with_features!($features ($($input: $input_type),*) -> $result $body)
            }
        )*}

        $(
            impl $crate::diag::batch::sealed::Sealed for $kernel {}

            impl Kernel for $kernel {
                fn name(&self) -> &'static str {
                    stringify!($kernel)
                }

                $(fn $batch(&self $(, $slice: $slice_type)*) {
                    $crate::diag::x86_64::features::with_features!($features ($($slice: $slice_type),*) -> () $batch_body);
                })*
            }

            impl $kernel {
                /// The kernel, if this CPU can run it.
                pub(in crate::diag) fn kernel() -> Option<&'static dyn Kernel> {
                    Self::detect().map(|_| &Self(()) as &dyn Kernel)
                }
            }
        )?
    };
}

/// The type of a [`feature_set`].
macro_rules! proof {
    ($(#[$doc:meta])* $name:ident [$($feature:tt),+]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof, if this CPU has the features.
            #[inline]
            pub fn detect() -> Option<Self> {
                ($(std::is_x86_feature_detected!($feature))&&+).then_some(Self(()))
            }

            /// The proof for a target that always has the features. Other targets
            /// lack this function.
            #[cfg(all($(target_feature = $feature),+))]
            #[inline(always)]
            pub const fn known() -> Self {
                Self(())
            }
        }
    };
}

/// The body of a method of a [`feature_set`].
///
/// A function with `target_feature` may call the intrinsics safely. Calling such a function
/// requires a proof, which is the `self` of the method.
macro_rules! with_features {
    ([$($feature:tt),+] ($($input:ident: $input_type:ty),*) -> $result:ty $body:block) => {{
        #[inline]
        #[target_feature($(enable = $feature),+)]
        fn with_features($($input: $input_type),*) -> $result $body

        // SAFETY: `self` exists only if the CPU has these features.
        unsafe { with_features($($input),*) }
    }};
}

pub(super) use {feature_set, proof, with_features};
