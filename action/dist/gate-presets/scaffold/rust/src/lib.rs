//! The product. Each module adds its `pub mod` here.
