//! `user:password@host:port`.

use super::escape::{Part, escape, unescape};
use super::parse::Reason;

pub(super) type User = (String, Option<String>);

/// Host and port, the brackets of an IPv6 address taken off.
pub(super) fn split_host_port(host: &str) -> (&str, &str) {
    let (name, port) = match host.rfind(':').filter(|colon| is_port(&host[*colon..])) {
        Some(colon) => (&host[..colon], &host[colon + 1..]),
        None => (host, ""),
    };
    (
        name.strip_prefix('[')
            .and_then(|n| n.strip_suffix(']'))
            .unwrap_or(name),
        port,
    )
}

/// Nothing, or a colon with digits.
fn is_port(text: &str) -> bool {
    text.is_empty()
        || text
            .strip_prefix(':')
            .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

pub(super) fn parse_authority(authority: &str) -> Result<(Option<User>, String), Reason> {
    let Some((userinfo, host)) = authority.rsplit_once('@') else {
        return Ok((None, parse_host(authority)?));
    };
    let host = parse_host(host)?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if !userinfo.chars().all(allowed) {
        return Err(Reason::Userinfo);
    }
    let decode = |text: &str| unescape(text, Part::UserPassword).map_err(Reason::Escape);
    let user = match userinfo.split_once(':') {
        None => (decode(userinfo)?, None),
        Some((name, password)) => (decode(name)?, Some(decode(password)?)),
    };
    Ok((Some(user), host))
}

fn parse_host(host: &str) -> Result<String, Reason> {
    let port = if host.starts_with('[') {
        let close = host.rfind(']').ok_or(Reason::MissingBracket)?;
        let port = &host[close + 1..];
        if let Some(zone) = host[..close].find("%25") {
            check_port(port)?;
            let parts = [
                (&host[..zone], Part::Host),
                (&host[zone..close], Part::Zone),
                (&host[close..], Part::Host),
            ];
            return parts
                .into_iter()
                .map(|(text, part)| unescape(text, part).map_err(Reason::Escape))
                .collect();
        }
        port
    } else {
        host.find(':').map_or("", |colon| &host[colon..])
    };
    check_port(port)?;
    unescape(host, Part::Host).map_err(Reason::Escape)
}

fn check_port(port: &str) -> Result<(), Reason> {
    if is_port(port) {
        Ok(())
    } else {
        Err(Reason::Port(port.to_owned()))
    }
}

/// Whether an escaped text may stand for its part as it is.
pub(super) fn is_valid_encoding(text: &str, part: Part) -> bool {
    text.bytes().all(|b| match b {
        b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':'
        | b'@' | b'[' | b']' | b'%' => true,
        _ => escape(&[b], part).len() == 1,
    })
}
