import type { Imported, ImportContext, ImportedEvent, MapRecord } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { isObject, objectOf, present, textOf } from '../json';
import { stableUuid } from '../stable-uuid';
import { timestampOf } from '../times';
import { utcOfWallClock } from '../wall-clock';

/** The names of properties in PostHog's SDKs, by their name in Mixpanel. */
const NAMES: Readonly<Record<string, string>> = {
  $city: '$geoip_city_name',
  $region: '$geoip_subdivision_1_name',
  mp_country_code: '$geoip_country_code',
  mp_lib: '$lib',
  $lib_version: '$lib_version',
  $app_version_string: '$app_version',
  $app_build_number: '$app_build',
  $wifi: '$network_wifi',
  current_url: '$current_url',
};
const EVENTS: Readonly<Record<string, string>> = {
  $mp_web_page_view: '$pageview',
  $ae_session: 'session_length',
};
/** Fields of the record itself, which are not properties. */
const OWN = new Set(['time', 'distinct_id', '$insert_id', 'token', '$mp_api_timestamp_ms']);

/**
 * Returns the mapping of Mixpanel's records. Projects that were created before 2023 export the time of their clocks as if
 * it were UTC.
 *
 * @param zone the IANA time zone of such a project
 */
export function mixpanelMapper(zone: string | undefined): MapRecord {
  return (line, context) => mapMixpanel(line, context, zone);
}

/**
 * Maps a line of Mixpanel's raw export (`GET /api/2.0/export`): `{event, properties}`, with the time in seconds or
 * milliseconds since the epoch. With simplified ID merge, an event with `$user_id` and `$device_id` merges them; with
 * original ID merge, the events `$identify`, `$create_alias` and `$merge` do. A profile of `engage` has `$distinct_id`
 * and `$properties`.
 */
export function mapMixpanel(line: JsonObject, context: ImportContext, zone?: string): Imported {
  if (line['$distinct_id'] !== undefined) return profile(line, context);
  const name = textOf(line['event']);
  if (name === null) return skipped('the event has no name');
  const given = objectOf(line['properties']);
  if (given === null) return skipped('the event has no properties');
  const timestamp = timeOf(given['time'], zone);
  if (timestamp === null) return skipped('the event has no time that can be read');
  const user = textOf(given['$user_id']);
  const device = textOf(given['$device_id']);
  const anonymous = device === null ? null : `$device:${device}`;
  const distinctId = user ?? textOf(given['distinct_id']) ?? anonymous;
  if (distinctId === null) return skipped('the event has no distinct id');
  const insertId = textOf(given['$insert_id']) ?? JSON.stringify(given);
  const uuid = stableUuid(context.origin, name, distinctId, timestamp, insertId);
  const merge = mergeOf(name, given, { uuid, timestamp, distinctId });
  if (merge !== null) return merge;
  return {
    kind: 'event',
    event: {
      uuid,
      event: EVENTS[name] ?? name,
      distinct_id: distinctId,
      timestamp,
      properties: renamed(given),
    },
    ...(user !== null &&
      anonymous !== null && { also: [joined(uuid, timestamp, user, anonymous)] }),
  };
}

function timeOf(value: unknown, zone: string | undefined): string | null {
  const time = timestampOf(value);
  if (time === null || zone === undefined) return time;
  return new Date(utcOfWallClock(Date.parse(time), zone)).toISOString();
}

function renamed(given: JsonObject): JsonObject {
  const members = Object.entries(given).filter(([name]) => !OWN.has(name));
  return Object.fromEntries(members.map(([name, value]) => [NAMES[name] ?? name, value]));
}

function joined(
  uuid: string,
  timestamp: string,
  into: string,
  alias: string,
  event = '$identify',
): ImportedEvent {
  const properties = event === '$identify' ? { $anon_distinct_id: alias } : { alias };
  return { uuid: stableUuid(uuid, alias), event, distinct_id: into, timestamp, properties };
}

function mergeOf(
  name: string,
  given: JsonObject,
  at: { readonly uuid: string; readonly timestamp: string; readonly distinctId: string },
): Imported | null {
  const { uuid, timestamp, distinctId } = at;
  if (name === '$identify') {
    const into = textOf(given['$identified_id']) ?? distinctId;
    const anonymous = textOf(given['$anon_id']) ?? textOf(given['$anon_distinct_id']);
    if (anonymous === null) return skipped('$identify names no anonymous id');
    return { kind: 'identity', events: [joined(uuid, timestamp, into, anonymous)] };
  }
  if (name === '$create_alias') {
    const alias = textOf(given['alias']);
    if (alias === null) return skipped('$create_alias names no alias');
    return {
      kind: 'identity',
      events: [joined(uuid, timestamp, distinctId, alias, '$create_alias')],
    };
  }
  if (name !== '$merge') return null;
  const ids = given['$distinct_ids'];
  const [into, ...others] = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  if (into === undefined || others.length === 0) return skipped('$merge names no two ids');
  return {
    kind: 'identity',
    events: others.map((other) => joined(uuid, timestamp, into, other, '$merge_dangerously')),
  };
}

function profile(line: JsonObject, { origin, startedAt }: ImportContext): Imported {
  const distinctId = textOf(line['$distinct_id']);
  const given = line['$properties'];
  if (distinctId === null || !isObject(given))
    return skipped('the profile has no id or properties');
  const standard = { email: given['$email'], name: given['$name'], phone: given['$phone'] };
  return {
    kind: 'identity',
    events: [
      {
        uuid: stableUuid(origin, 'profile', distinctId),
        event: '$set',
        distinct_id: distinctId,
        timestamp: new Date(startedAt).toISOString(),
        properties: { $set: { ...renamed(given), ...present(standard) } },
      },
    ],
  };
}
