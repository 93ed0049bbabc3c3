//! What the server gives out to Services: cluster addresses and ports of the nodes.

mod allocator;
mod range;
mod reservation;

use apimachinery::Status;
use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Value, json};

use crate::call::Call;
use crate::metadata;

pub(crate) use allocator::Allocator;
pub use range::{ServiceRange, ServiceRangeError};
pub(crate) use reservation::Reservation;

/// The ports that Services may have on every node.
const NODE_PORTS: std::ops::RangeInclusive<u16> = 30000..=32767;

/// Whether the request is about Services.
pub(crate) fn concerns(call: &Call) -> bool {
    call.gvr().group.is_empty() && call.gvr().resource == "services"
}

/// Gives a new Service its addresses and ports. They are its own once the reservation is committed.
///
/// # Errors
/// What it asks for is taken or out of range, or nothing is left.
pub(crate) fn begin_create<'a>(
    call: &'a Call,
    service: &mut Value,
) -> Result<Reservation<'a>, Status> {
    begin(call, service, &Value::Null)
}

/// Gives a changed Service what it has come to need. What it needs no longer is free as soon as the change is stored.
///
/// # Errors
/// What it asks for is taken or out of range, or nothing is left.
pub(crate) fn begin_update<'a>(
    call: &'a Call,
    service: &mut Value,
    old: &Value,
) -> Result<Reservation<'a>, Status> {
    begin(call, service, old)
}

/// Gives a Service another address than it has: the server's own the first one, every other any.
///
/// # Errors
/// Nothing is left.
pub(crate) fn renumber<'a>(call: &'a Call, service: &mut Value) -> Result<Reservation<'a>, Status> {
    let is_own = (call.namespace(), call.name()) == (Some("default"), "kubernetes");
    let first = is_own.then(|| call.shared.services.range.first().to_string());
    service["spec"]["clusterIP"] = first.clone().unwrap_or_default().into();
    service["spec"]["clusterIPs"] = first.into_iter().collect();
    begin(call, service, &Value::Null)
}

fn begin<'a>(call: &'a Call, service: &mut Value, old: &Value) -> Result<Reservation<'a>, Status> {
    let name = metadata::text(service, "name").to_owned();
    let key = call.served().key(call.namespace(), &name);
    let mut reservation = Reservation::new(call, key);
    let errors = reserve(&mut reservation, service, old)?;
    if errors.is_empty() {
        return Ok(reservation);
    }
    Err(Status::invalid(&call.served().gvk, &name, &errors))
}

fn reserve(
    reservation: &mut Reservation<'_>,
    service: &mut Value,
    old: &Value,
) -> Result<ErrorList, Status> {
    let mut errors = ErrorList::new();
    let (spec, before) = (&mut service["spec"], &old["spec"]);
    if needs_cluster_ip(spec) {
        cluster_ip(reservation, spec, before, &mut errors)?;
    }
    if needs_node_ports(spec) {
        node_ports(reservation, spec, before, &mut errors)?;
    }
    if needs_health_check_port(spec) && number(&spec["healthCheckNodePort"]).is_none() {
        spec["healthCheckNodePort"] = reservation.any_node_port()?.into();
    }
    Ok(errors)
}

fn cluster_ip(
    reservation: &mut Reservation<'_>,
    spec: &mut Value,
    before: &Value,
    errors: &mut ErrorList,
) -> Result<(), Status> {
    let wanted = spec["clusterIP"].as_str().unwrap_or_default();
    if wanted.is_empty() {
        let address = reservation.any_address()?.to_string();
        spec["clusterIPs"] = json!([address]);
        spec["clusterIP"] = address.into();
    } else if before["clusterIP"] != wanted
        && let Err(problem) = reservation.address(wanted)
    {
        let detail = format!("failed to allocate IP {wanted}: {problem}");
        let path = FieldPath::new("spec").child("clusterIPs");
        errors.push(Error::invalid(&path, json!([wanted]), detail));
    }
    Ok(())
}

fn node_ports(
    reservation: &mut Reservation<'_>,
    spec: &mut Value,
    before: &Value,
    errors: &mut ErrorList,
) -> Result<(), Status> {
    let had: Vec<u16> = ports(before)
        .filter_map(|port| number(&port["nodePort"]))
        .collect();
    let path = FieldPath::new("spec").child("ports");
    let list = spec["ports"].as_array_mut().into_iter().flatten();
    for (index, port) in list.enumerate() {
        match port["nodePort"].as_i64().filter(|number| *number != 0) {
            None => port["nodePort"] = reservation.any_node_port()?.into(),
            Some(wanted) if had.iter().any(|had| i64::from(*had) == wanted) => {}
            Some(wanted) => {
                if let Err(problem) = reservation.node_port(wanted) {
                    let path = path.index(index).child("nodePort");
                    errors.push(Error::invalid(&path, wanted, problem.to_string()));
                }
            }
        }
    }
    Ok(())
}

/// Whether the server gives it an address: neither headless nor a mere name.
pub(crate) fn needs_cluster_ip(spec: &Value) -> bool {
    spec["type"] != "ExternalName" && spec["clusterIP"] != "None"
}

/// Whether its ports get one of the nodes' each.
pub(crate) fn needs_node_ports(spec: &Value) -> bool {
    match spec["type"].as_str() {
        Some("NodePort") => true,
        Some("LoadBalancer") => spec["allocateLoadBalancerNodePorts"] != false,
        _ => false,
    }
}

/// Whether load balancers ask each node for its health.
pub(crate) fn needs_health_check_port(spec: &Value) -> bool {
    spec["type"] == "LoadBalancer" && spec["externalTrafficPolicy"] == "Local"
}

fn ports(spec: &Value) -> impl Iterator<Item = &Value> {
    spec["ports"].as_array().into_iter().flatten()
}

fn number(value: &Value) -> Option<u16> {
    u16::try_from(value.as_u64()?)
        .ok()
        .filter(|number| *number != 0)
}
