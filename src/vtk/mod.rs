//! VTK files: volumes, surfaces, and series of them.
