//! The enumerations of `tak_toolkit.names`, from and to those of the crates.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tak_encoding as tak;

/// A class of numbers with names, and the value of a crate for each number.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident: $Tak:ty, first $first:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq)]
            pub(crate) struct $name(pub(crate) $Tak);

            impl<'py> IntoPyObject<'py> for $name {
                type Target = PyAny;
                type Output = Bound<'py, PyAny>;
                type Error = PyErr;

                fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
                    let class = CLASS.import(py, "tak_toolkit.names", stringify!($name))?;
                    class.call1((self.0 as u8,))
                }
            }

            impl<'a, 'py> FromPyObject<'a, 'py> for $name {
                type Error = PyErr;

                fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
                    let found = number.extract::<usize>()?.checked_sub($first);
                    let value = found.and_then(|index| <$Tak>::ALL.get(index));
                    value.copied().map(Self).ok_or_else(|| {
                        let class = stringify!($name);
                        PyValueError::new_err(format!("{} is no {class}", number.as_any()))
                    })
                }
            }
        )*
    };
}

names! {
    /// `tak_toolkit.Color`.
    Color: tak::Color, first 0;
    /// `tak_toolkit.Kind`.
    Kind: tak::Kind, first 1;
    /// `tak_toolkit.Direction`.
    Direction: tak::Direction, first 0;
    /// `tak_toolkit.Symmetry`.
    Symmetry: tak::Symmetry, first 0;
}
