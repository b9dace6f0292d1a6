import type { Imported, ImportContext } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { objectOf, textOf } from '../json';
import { stableUuid, uuidOf } from '../stable-uuid';
import { timestampOf } from '../times';

/**
 * Maps a row of the events model of PostHog's batch exports, or a row of a `SELECT` with the same names.
 * `elements_chain` is a column of the row, but a property in a request. The person columns are not used, because
 * ingestion creates the persons from the events.
 */
export function mapPostHogEvent(row: JsonObject, { origin }: ImportContext): Imported {
  const event = textOf(row['event']);
  if (event === null) return skipped('the event has no name');
  const distinctId = textOf(row['distinct_id']);
  if (distinctId === null) return skipped('the event has no distinct id');
  const timestamp = timestampOf(row['timestamp']);
  if (timestamp === null) return skipped('the event has no timestamp that can be read');
  const properties = objectOf(row['properties'] ?? {});
  if (properties === null) return skipped('the properties of the event are not a JSON object');
  const chain = textOf(row['elements_chain']);
  const set = objectOf(row['set']);
  const setOnce = objectOf(row['set_once']);
  return {
    kind: 'event',
    event: {
      uuid:
        uuidOf(row['uuid']) ??
        stableUuid(origin, event, distinctId, timestamp, JSON.stringify(properties)),
      event,
      distinct_id: distinctId,
      timestamp,
      properties: {
        ...properties,
        ...(chain !== null && { $elements_chain: chain }),
        ...(set !== null && properties['$set'] === undefined && { $set: set }),
        ...(setOnce !== null && properties['$set_once'] === undefined && { $set_once: setOnce }),
      },
    },
  };
}
