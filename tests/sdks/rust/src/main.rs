//! Runs the plan of ../../README.md with PostHog's SDK for Rust.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use posthog_rs::{Client, ClientOptionsBuilder, EvaluateFlagsOptions, Event, FlagValue, PostHogError};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};

type Problem = Box<dyn std::error::Error>;
type Properties = HashMap<String, Value>;
type Flags = HashMap<String, Value>;

#[derive(Deserialize)]
struct User {
    distinct_id: String,
    person_properties: Properties,
    groups: HashMap<String, String>,
    group_properties: HashMap<String, Properties>,
}

#[derive(Deserialize)]
struct Plan {
    host: String,
    token: String,
    personal_api_key: String,
    prefix: String,
    flag_keys: Vec<String>,
    users: Vec<User>,
    payload_flag: String,
}

#[derive(Serialize)]
struct Outcome {
    remote: Vec<Flags>,
    local: Vec<Flags>,
    payload: Option<Value>,
}

fn client(plan: &Plan, local: bool) -> Result<Client, Problem> {
    let mut options = ClientOptionsBuilder::default();
    options
        .host(plan.host.clone())
        .api_key(plan.token.clone())
        .feature_flags_request_timeout_seconds(60)
        .flush_at(40)
        .on_error(|error: &PostHogError| {
            eprintln!("The SDK reported an error: {error:?}");
            std::process::exit(1);
        });
    if local {
        options
            .secret_key(plan.personal_api_key.clone())
            .enable_local_evaluation(true)
            .local_evaluation_only(true);
    }
    Ok(posthog_rs::client(options.build()?))
}

fn capture_events(plan: &Plan) -> Result<(), Problem> {
    let client = client(plan, false)?;
    let ann = format!("{}-ann", plan.prefix);
    let acme = format!("{}-acme", plan.prefix);
    let anonymous = format!("{}-anonymous", plan.prefix);

    let mut event = Event::new("sdk event", ann.as_str());
    event.insert_prop("text", "Grüße 👋")?;
    event.insert_prop("number", 1.5)?;
    event.insert_prop("yes", true)?;
    event.insert_prop("list", json!([1, "two"]))?;
    event.insert_prop("nested", json!({ "a": 1 }))?;
    event.insert_prop("$set", json!({ "plan": "pro" }))?;
    event.insert_prop("$set_once", json!({ "first": "one" }))?;
    event.add_group("company", &acme);
    let time: DateTime<Utc> = DateTime::from_timestamp(1_767_323_045, 0).ok_or("no such time")?;
    event.set_timestamp(time)?;
    client.capture(event);
    client.capture(Event::new("anonymous event", anonymous.as_str()));
    client.alias(anonymous, ann.clone());
    client.group_identify("company", acme, HashMap::from([("size", 42)]))?;
    let mut identify = Event::new("$set", ann.as_str());
    identify.insert_prop("$set", json!({ "email": "ann@example.com" }))?;
    client.capture(identify);
    let batch = (0..100).map(|n| {
        let mut event = Event::new("sdk batch", ann.as_str());
        event.insert_prop("n", n).map(|_| event)
    });
    client.capture_batch(batch.collect::<Result<Vec<_>, _>>()?, false);
    client.shutdown();
    Ok(())
}

fn options_of(user: &User, keys: Option<Vec<String>>, local: bool) -> EvaluateFlagsOptions {
    EvaluateFlagsOptions {
        groups: Some(user.groups.clone()),
        person_properties: Some(user.person_properties.clone()),
        group_properties: Some(user.group_properties.clone()),
        only_evaluate_locally: local,
        flag_keys: keys,
        ..Default::default()
    }
}

fn json_of(value: FlagValue) -> Value {
    match value {
        FlagValue::Boolean(on) => Value::Bool(on),
        FlagValue::String(variant) => Value::String(variant),
    }
}

fn remote_flags(plan: &Plan) -> Result<(Vec<Flags>, Option<Value>), Problem> {
    let client = client(plan, false)?;
    let mut remote = Vec::new();
    for user in &plan.users {
        let (flags, _) = client.get_feature_flags(
            user.distinct_id.as_str(),
            Some(user.groups.clone()),
            Some(user.person_properties.clone()),
            Some(user.group_properties.clone()),
        )?;
        remote.push(flags.into_iter().map(|(key, value)| (key, json_of(value))).collect());
    }
    let first = &plan.users[0];
    let flags = client.evaluate_flags(first.distinct_id.as_str(), options_of(first, None, false))?;
    let payload = flags.get_flag_payload(&plan.payload_flag);
    client.shutdown();
    Ok((remote, payload))
}

fn local_flags(plan: &Plan) -> Result<Vec<Flags>, Problem> {
    let client = client(plan, true)?;
    let mut local = Vec::new();
    for user in &plan.users {
        let keys = Some(plan.flag_keys.clone());
        let flags = client.evaluate_flags(user.distinct_id.as_str(), options_of(user, keys, true))?;
        let decided = flags.keys().into_iter().filter_map(|key| {
            let value = flags.get_flag(&key)?;
            Some((key, json_of(value)))
        });
        local.push(decided.collect());
    }
    client.shutdown();
    Ok(local)
}

fn main() -> Result<(), Problem> {
    let path = std::env::args().nth(1).ok_or("the path of the plan is missing")?;
    let plan: Plan = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    capture_events(&plan)?;
    let (remote, payload) = remote_flags(&plan)?;
    let outcome = Outcome { remote, local: local_flags(&plan)?, payload };
    println!("{}", serde_json::to_string(&outcome)?);
    Ok(())
}
