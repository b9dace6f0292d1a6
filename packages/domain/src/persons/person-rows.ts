import { dateTimeText } from '../dates/date-time-text';
import { serializeJson } from '../json/serialize-json';
import type { DistinctIdRow, PersonRow } from './identity-types';

/** One line of JSONEachRow for the table `person`. */
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

/** The row that hides a deleted or merged person; its version is higher than all versions of the person. */
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

/** The row that removes the person of a distinct id; later rows have higher versions. */
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

/** One line for `person_distinct_id`, and for the overrides table if the version is above 0. */
export function distinctIdRowLine(row: DistinctIdRow): string {
  return JSON.stringify({
    team_id: row.projectId,
    distinct_id: row.distinctId,
    person_id: row.personId,
    version: row.version,
  });
}
