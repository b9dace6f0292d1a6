import type { Imported, ImportContext, ImportedEvent } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { isObject, objectOf, present, textOf } from '../json';
import { stableUuid, uuidOf } from '../stable-uuid';
import { timestampOf } from '../times';

const EVENTS: Readonly<Record<string, string>> = {
  '[Amplitude] Page Viewed': '$pageview',
  session_start: 'session start',
};

/**
 * Maps a line of Amplitude's Export API (`GET /api/2/export`: a zip of gzip files of JSON lines). An event belongs to its
 * user, or without a user to its device; an event with both merges them. `user_properties` are the properties of the
 * user at that time. `$identify` and `$groupidentify` only change properties and are not stored as events.
 */
export function mapAmplitude(line: JsonObject, { origin }: ImportContext): Imported {
  const type = textOf(line['event_type']);
  if (type === null) return skipped('the event has no event_type');
  const timestamp = timestampOf(line['event_time'] ?? line['client_event_time'] ?? line['time']);
  if (timestamp === null) return skipped('the event has no event_time that can be read');
  const user = textOf(line['user_id']);
  const device = textOf(line['device_id']);
  const distinctId = user ?? device;
  if (distinctId === null) return skipped('the event has neither user_id nor device_id');
  const insertId = textOf(line['$insert_id']) ?? textOf(line['event_id']) ?? '';
  const uuid = uuidOf(line['uuid']) ?? stableUuid(origin, type, distinctId, timestamp, insertId);
  const set = objectOf(line['user_properties']) ?? {};
  const change = (
    event: string,
    properties: JsonObject,
    ...key: readonly string[]
  ): ImportedEvent => ({
    uuid: stableUuid(uuid, event, ...key),
    event,
    distinct_id: distinctId,
    timestamp,
    properties,
  });
  const join =
    user !== null && device !== null && user !== device
      ? [change('$identify', { $anon_distinct_id: device }, device)]
      : [];
  const groups = objectOf(line['group_properties']) ?? {};
  const groupChanges = Object.entries(groups).flatMap(([groupType, ofKeys]) =>
    Object.entries(isObject(ofKeys) ? ofKeys : {}).map(([key, values]) =>
      change(
        '$groupidentify',
        {
          $group_type: groupType,
          $group_key: key,
          $group_set: isObject(values) ? values : {},
          $process_person_profile: false,
        },
        groupType,
        key,
      ),
    ),
  );
  if (type === '$identify') {
    return { kind: 'identity', events: [...join, change('$set', { $set: set })] };
  }
  if (type === '$groupidentify') {
    if (groupChanges.length === 0) return skipped('$groupidentify names no group');
    return { kind: 'identity', events: groupChanges };
  }
  return {
    kind: 'event',
    event: {
      uuid,
      event: EVENTS[type] ?? type,
      distinct_id: distinctId,
      timestamp,
      properties: {
        ...context(line),
        ...(objectOf(line['event_properties']) ?? {}),
        ...groupsOf(line),
        ...(Object.keys(set).length > 0 && { $set: set }),
      },
    },
    ...(join.length > 0 && { also: join }),
  };
}

function groupsOf(line: JsonObject): JsonObject {
  const groups = objectOf(line['groups']) ?? {};
  const first = Object.entries(groups).map(([type, keys]) => {
    // Only the first group of each type is used, because an event has one group per type.
    return [type, Array.isArray(keys) ? (keys as unknown[])[0] : keys] as const;
  });
  return first.length === 0 ? {} : { $groups: Object.fromEntries(first) };
}

function context(line: JsonObject): JsonObject {
  const page = objectOf(line['event_properties']) ?? {};
  return present({
    $ip: line['ip_address'],
    ...(textOf(line['platform'])?.toLowerCase() === 'web' ? browserOf(line) : deviceOf(line)),
    $device_manufacturer: line['device_manufacturer'] ?? line['device_brand'],
    $device_model: line['device_model'],
    $device_id: line['device_id'],
    $app_version: line['version_name'],
    $lib: line['library'],
    $browser_language: line['language'],
    $geoip_country_name: line['country'],
    $geoip_subdivision_1_name: line['region'],
    $geoip_city_name: line['city'],
    $current_url: page['[Amplitude] Page URL'] ?? page['[Amplitude] Page Location'],
    $pathname: page['[Amplitude] Page Path'],
    $host: page['[Amplitude] Page Domain'],
    $amplitude_session_id: line['session_id'] === -1 ? null : line['session_id'],
  });
}

/** The browser SDK writes the browser into `os_name` and `os_version`, and the system into `device_type`. */
function browserOf(line: JsonObject): JsonObject {
  const os = textOf(line['device_type']) ?? textOf(line['device_family']);
  const form = FORMS.find(({ os: pattern }) => os !== null && pattern.test(os));
  return {
    $browser: line['os_name'],
    $browser_version: line['os_version'],
    $os: os,
    $device_type: form?.deviceType,
  };
}

const FORMS = [
  { os: /ipad|tablet/i, deviceType: 'Tablet' },
  { os: /android|ios|iphone|windows phone/i, deviceType: 'Mobile' },
  { os: /windows|mac|linux|chrome ?os|ubuntu/i, deviceType: 'Desktop' },
] as const;

function deviceOf(line: JsonObject): JsonObject {
  return {
    $os: line['os_name'],
    $os_version: line['os_version'],
    $device_type: line['device_type'],
  };
}
