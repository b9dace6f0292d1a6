import type { Imported, ImportContext, ImportedEvent } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { objectOf, textOf } from '../json';
import { stableUuid } from '../stable-uuid';
import { timestampOf } from '../times';

/** A person with its distinct ids and properties. */
export interface ImportedPerson {
  readonly distinctIds: readonly string[];
  readonly properties: JsonObject;
  /** ISO 8601; null if unknown. */
  readonly createdAt: string | null;
  readonly isIdentified: boolean;
}

/**
 * Returns the events that create a person as in the source: with its creation time, all of its distinct ids and its
 * current properties. Merges are forced, because the source has already merged the ids.
 */
export function personChanges(
  person: ImportedPerson,
  { origin, startedAt }: ImportContext,
): readonly ImportedEvent[] {
  const [first, ...others] = person.distinctIds;
  if (first === undefined) return [];
  const now = new Date(startedAt).toISOString();
  const created = person.createdAt ?? now;
  const change = (event: string, timestamp: string, properties: JsonObject): ImportedEvent => ({
    uuid: stableUuid(origin, 'person', event, first, JSON.stringify(properties)),
    event,
    distinct_id: first,
    timestamp,
    properties,
  });
  return [
    change('$set', created, {}),
    ...(person.isIdentified && others.length === 0 ? [change('$identify', created, {})] : []),
    ...others.map((alias) => change('$merge_dangerously', created, { alias })),
    change('$set', now, { $set: person.properties }),
  ];
}

/**
 * Reads a row of the persons model of PostHog's batch exports, which has one row for each distinct id, in any order. The
 * caller merges each id into the first one of the person.
 */
export function readPersonRow(
  row: JsonObject,
):
  | { readonly personId: string; readonly distinctId: string; readonly person: ImportedPerson }
  | { readonly deleted: true }
  | null {
  if (isTrue(row['is_deleted'])) return { deleted: true };
  const personId = textOf(row['person_id']);
  const distinctId = textOf(row['distinct_id']);
  const properties = objectOf(row['properties'] ?? {});
  if (personId === null || distinctId === null || properties === null) return null;
  return {
    personId,
    distinctId,
    person: {
      distinctIds: [distinctId],
      properties,
      createdAt: timestampOf(row['created_at']),
      isIdentified: isTrue(row['is_identified']),
    },
  };
}

/** Values of Parquet are texts. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === '1';
}

/** Maps a row `{group_type, group_key, properties, created_at}` of `tidemark export`. */
export function mapGroupRow(row: JsonObject, { origin, startedAt }: ImportContext): Imported {
  const type = textOf(row['group_type']);
  const key = textOf(row['group_key']);
  const properties = objectOf(row['properties'] ?? {});
  if (type === null || key === null) return skipped('the group has no type or no key');
  if (properties === null) return skipped('the properties of the group are not a JSON object');
  const timestamp = timestampOf(row['created_at']) ?? new Date(startedAt).toISOString();
  return {
    kind: 'identity',
    events: [
      {
        uuid: stableUuid(origin, 'group', type, key),
        event: '$groupidentify',
        distinct_id: `$${type}_${key}`,
        timestamp,
        properties: {
          $group_type: type,
          $group_key: key,
          $group_set: properties,
          $process_person_profile: false,
        },
      },
    ],
  };
}
