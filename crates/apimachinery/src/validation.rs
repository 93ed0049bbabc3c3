//! The rules for names, labels and other short texts, with the messages of the API server.
//!
//! Each function returns what is wrong, one message per broken rule, and nothing for a valid text.

mod message;
mod names;
mod numbers;

pub use names::{
    is_config_map_key, is_dns1035_label, is_dns1123_label, is_dns1123_subdomain, is_env_var_name,
    is_label_value, is_path_segment_name, is_qualified_name,
};
pub use numbers::{is_port_name, is_port_number, is_valid_percent};
