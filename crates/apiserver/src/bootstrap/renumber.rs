//! Services whose addresses belong to another range than the server's get new ones.

use std::sync::Arc;

use apimachinery::Status;
use serde_json::Value;
use store::Range;

use super::own_call;
use crate::metadata;
use crate::server::Shared;
use crate::services::renumber;
use crate::stored::Stored;
use crate::verbs::{Target, write};

/// Gives every Service an address of the range. A cluster that is started again may have come to another block of addresses.
pub(super) async fn renumber_services(shared: &Arc<Shared>) -> Result<(), Status> {
    let services = ["", "v1", "services"];
    let all = own_call(shared, services, None, None)?;
    let prefix = all.served().prefix(None);
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = shared
        .store
        .range(range)
        .map_err(|error| Status::internal_error(error.to_string()))?;
    for entry in &page.entries {
        let service = Stored::of(all.served(), entry).decode();
        if !is_foreign(shared, &service) {
            continue;
        }
        let text = |field| metadata::text(&service, field);
        let call = own_call(
            shared,
            services,
            Some(text("namespace")),
            Some(text("name")),
        )?;
        let mut reservation = None;
        write(&call, Target::Whole, false, &mut Vec::new(), |old| {
            let mut new = old.clone();
            // What an earlier try has set aside is let go first.
            reservation = None;
            reservation = Some(renumber(&call, &mut new)?);
            Ok(new)
        })
        .await?;
        reservation
            .into_iter()
            .for_each(crate::services::Reservation::commit);
    }
    Ok(())
}

fn is_foreign(shared: &Shared, service: &Value) -> bool {
    let address = service["spec"]["clusterIP"].as_str();
    address
        .and_then(|address| address.parse().ok())
        .is_some_and(|address| !shared.services.range.contains(address))
}
