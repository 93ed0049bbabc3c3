//! kubectl's verbs, resource builder and printers as a library.
