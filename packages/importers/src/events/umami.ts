import type { Imported, ImportContext } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { present, textOf } from '../json';
import { stableUuid, uuidOf } from '../stable-uuid';
import { timestampOf } from '../times';
import { readUmamiProperty, umamiProperties, withoutNull } from './umami-values';

/** `event_type` of Umami. Other types are measurements of performance, and visits of links and pixels. */
const PAGE_VIEW = '1';
const CUSTOM_EVENT = '2';

/**
 * Maps a row of `website_event.csv` or `session_data.csv` in the export of an Umami website. Umami has no persons: without
 * a distinct id from the website, the session is the visitor and the event has no person profile.
 */
export function mapUmami(given: JsonObject, context: ImportContext): Imported {
  const row = withoutNull(given);
  return row['data_key'] === undefined ? mapEvent(row, context) : mapSessionData(row, context);
}

/** Maps a property of a session to one of the person with the distinct id of the session. */
function mapSessionData(row: JsonObject, { origin }: ImportContext): Imported {
  const distinctId = textOf(row['distinct_id']);
  const timestamp = timestampOf(row['created_at']);
  const property = readUmamiProperty(row);
  if (distinctId === null) {
    return skipped('a property of a session without a distinct id, which has no person');
  }
  if (timestamp === null || property === null) {
    return skipped('the row has no data_key, or no created_at that can be read');
  }
  const [name, value] = property;
  const uuid = stableUuid(origin, 'session', timestamp, distinctId, name, JSON.stringify(value));
  const properties = { $set: { [name]: value } };
  const event = { uuid, event: '$set', distinct_id: distinctId, timestamp, properties };
  return { kind: 'identity', events: [event] };
}

function mapEvent(row: JsonObject, { origin }: ImportContext): Imported {
  const visitor = textOf(row['session_id']);
  const given = textOf(row['distinct_id']);
  const distinctId = given ?? visitor;
  if (distinctId === null) return skipped('the row has neither session_id nor distinct_id');
  const timestamp = timestampOf(row['created_at']);
  if (timestamp === null) return skipped('the row has no created_at that can be read');
  const name = textOf(row['event_name']);
  const type = textOf(row['event_type']) ?? PAGE_VIEW;
  if (type === CUSTOM_EVENT && name === null) return skipped('the event has no event_name');
  if (type !== PAGE_VIEW && name === null) {
    return skipped(`rows with the event_type ${type} are neither page views nor events`);
  }
  const host = textOf(row['hostname']);
  const path = textOf(row['url_path']) ?? '/';
  const query = withMark(textOf(row['url_query']));
  const referrer = textOf(row['referrer_domain']);
  const [width, height] = (textOf(row['screen']) ?? '').split('x').map(Number);
  return {
    kind: 'event',
    event: {
      uuid:
        uuidOf(row['event_id']) ??
        stableUuid(origin, timestamp, distinctId, path, query, name ?? ''),
      event: name ?? '$pageview',
      distinct_id: distinctId,
      timestamp,
      properties: {
        ...umamiProperties(row),
        ...(given === null && { $process_person_profile: false }),
        ...present({
          $current_url: host === null ? null : `https://${host}${path}${query}`,
          $host: host,
          $pathname: path,
          $title: row['page_title'],
          $browser: row['browser'],
          $os: row['os'],
          $device_type: row['device'],
          $screen_width: Number.isFinite(width) && width !== 0 ? width : null,
          $screen_height: height !== undefined && Number.isFinite(height) ? height : null,
          $browser_language: row['language'],
          $geoip_country_code: row['country'],
          $geoip_subdivision_1_code: row['region'] ?? row['subdivision1'],
          $geoip_city_name: row['city'],
          $referring_domain: referrer,
          $referrer:
            referrer === null
              ? null
              : `https://${referrer}${textOf(row['referrer_path']) ?? ''}${withMark(textOf(row['referrer_query']))}`,
          utm_source: row['utm_source'],
          utm_medium: row['utm_medium'],
          utm_campaign: row['utm_campaign'],
          utm_content: row['utm_content'],
          utm_term: row['utm_term'],
          gclid: row['gclid'],
          fbclid: row['fbclid'],
          umami_visit_id: row['visit_id'],
          umami_tag: row['tag'],
        }),
      },
    },
  };
}

function withMark(query: string | null): string {
  return query === null || query.startsWith('?') ? (query ?? '') : `?${query}`;
}
