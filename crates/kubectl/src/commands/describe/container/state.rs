//! What a node says about a container, for people.

use serde_json::Value;

use super::super::moment::shown_moment;
use super::super::text::{Text, title_bool};
use crate::object::integer;

/// Shows the state of a container, now and before, and how often it was started anew.
pub(super) fn describe(text: &mut Text, status: &Value) {
    describe_state(text, "State", &status["state"]);
    if status["lastState"]["terminated"].is_object() {
        describe_state(text, "Last State", &status["lastState"]);
    }
    text.field(2, "Ready", title_bool(status["ready"] == true));
    text.field(2, "Restart Count", integer(&status["restartCount"]));
}

fn describe_state(text: &mut Text, title: &str, state: &Value) {
    if state["running"].is_object() {
        text.field(2, title, "Running");
        text.field(3, "Started", shown_moment(&state["running"]["startedAt"]));
    } else if state["terminated"].is_object() {
        let terminated = &state["terminated"];
        text.field(2, title, "Terminated");
        text.field_if(3, "Reason", &terminated["reason"]);
        text.field_if(3, "Message", &terminated["message"]);
        text.field(3, "Exit Code", integer(&terminated["exitCode"]));
        if integer(&terminated["signal"]) > 0 {
            text.field(3, "Signal", integer(&terminated["signal"]));
        }
        text.field(3, "Started", shown_moment(&terminated["startedAt"]));
        text.field(3, "Finished", shown_moment(&terminated["finishedAt"]));
    } else {
        text.field(2, title, "Waiting");
        text.field_if(3, "Reason", &state["waiting"]["reason"]);
    }
}
