"""Runs the plan of ../README.md with PostHog's SDK for Python."""

import json
import sys
from datetime import datetime, timezone

from posthog import Posthog

with open(sys.argv[1], encoding="utf-8") as file:
    plan = json.load(file)
prefix = plan["prefix"]
ann = f"{prefix}-ann"


def fail(error, _items=None):
    print(f"The SDK reported an error: {error}", file=sys.stderr)
    sys.exit(1)


def capture_events():
    client = Posthog(plan["token"], host=plan["host"], on_error=fail)
    client.capture(
        "sdk event",
        distinct_id=ann,
        properties={
            "text": "Grüße 👋",
            "number": 1.5,
            "yes": True,
            "list": [1, "two"],
            "nested": {"a": 1},
            "$set": {"plan": "pro"},
            "$set_once": {"first": "one"},
        },
        groups={"company": f"{prefix}-acme"},
        timestamp=datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone.utc),
    )
    client.capture("anonymous event", distinct_id=f"{prefix}-anonymous")
    client.alias(f"{prefix}-anonymous", ann)
    client.group_identify("company", f"{prefix}-acme", {"size": 42})
    client.set(distinct_id=ann, properties={"email": "ann@example.com"})
    try:
        raise ValueError("broken")
    except ValueError as error:
        client.capture_exception(error, distinct_id=ann)
    client.shutdown()

    batches = Posthog(plan["token"], host=plan["host"], gzip=True, flush_at=40, on_error=fail)
    for number in range(100):
        batches.capture("sdk batch", distinct_id=ann, properties={"n": number})
    batches.shutdown()


def options(user):
    return {
        "person_properties": user["person_properties"],
        "groups": user["groups"],
        "group_properties": user["group_properties"],
    }


def remote_flags():
    client = Posthog(plan["token"], host=plan["host"], feature_flags_request_timeout_seconds=60)
    remote = [client.get_all_flags(user["distinct_id"], **options(user)) for user in plan["users"]]
    first = plan["users"][0]
    payload = client.get_feature_flag_payload(
        plan["payload_flag"], first["distinct_id"], **options(first)
    )
    client.shutdown()
    return remote, payload


def local_flags():
    client = Posthog(
        plan["token"],
        host=plan["host"],
        personal_api_key=plan["personal_api_key"],
        poll_interval=3600,
    )
    client.load_feature_flags()
    local = [
        client.get_all_flags(user["distinct_id"], only_evaluate_locally=True, **options(user))
        for user in plan["users"]
    ]
    client.shutdown()
    return local


capture_events()
remote, payload = remote_flags()
print(json.dumps({"remote": remote, "local": local_flags(), "payload": payload}))
