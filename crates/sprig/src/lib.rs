//! The template functions of Sprig and Helm, a module per chapter.
