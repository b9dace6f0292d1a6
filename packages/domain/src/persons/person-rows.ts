import { dateTimeText } from '../dates/date-time-text';
import { serializeJson } from '../json/serialize-json';
import type { DistinctIdRow, PersonRow } from './identity-types';

/** One line of JSONEachRow for the `person` table. */
export function personRowLine(person: PersonRow): string {
  const columns = JSON.stringify({
    id: person.id,
    team_id: person.projectId,
    created_at: dateTimeText(person.createdAt),
    is_identified: person.isIdentified,
    version: person.version,
  });
  return `${columns.slice(0, -1)},"properties_text":${serializeJson(person.properties)}}`;
}

/** The row that hides a deleted or merged person; its version is above any the person had. */
export function personTombstoneLine(tombstone: {
  readonly projectId: number;
  readonly id: string;
  readonly version: number;
}): string {
  return JSON.stringify({
    id: tombstone.id,
    team_id: tombstone.projectId,
    created_at: dateTimeText(new Date(0)),
    is_identified: false,
    is_deleted: true,
    version: tombstone.version,
    properties_text: {},
  });
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The row that takes a distinct id from its person; later ones count on from its version. */
export function freedDistinctIdLine(row: {
  readonly projectId: number;
  readonly distinctId: string;
  readonly version: number;
}): string {
  return JSON.stringify({
    team_id: row.projectId,
    distinct_id: row.distinctId,
    person_id: NOBODY,
    is_deleted: true,
    version: row.version,
  });
}

/** One line for `person_distinct_id`; the same text goes to the overrides table when version > 0. */
export function distinctIdRowLine(row: DistinctIdRow): string {
  return JSON.stringify({
    team_id: row.projectId,
    distinct_id: row.distinctId,
    person_id: row.personId,
    version: row.version,
  });
}
