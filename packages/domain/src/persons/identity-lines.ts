import type { GroupRow } from '../groups/group-row';
import { groupRowLine } from '../groups/group-row';
import type { DistinctIdRow, PersonRow } from './identity-types';
import {
  distinctIdRowLine,
  freedDistinctIdLine,
  personRowLine,
  personTombstoneLine,
} from './person-rows';

/** Identity rows in ClickHouse's tables: table → lines of JSONEachRow. */
export type TableLines = Readonly<Record<string, readonly string[]>>;

export interface ChangedIdentity {
  readonly persons: readonly PersonRow[];
  readonly tombstones: readonly Pick<PersonRow, 'projectId' | 'id' | 'version'>[];
  readonly distinctIds: readonly DistinctIdRow[];
  /** Ids whose person was deleted. */
  readonly freedDistinctIds: readonly Omit<DistinctIdRow, 'personId'>[];
  readonly groups: readonly GroupRow[];
}

export function identityLines(changed: ChangedIdentity): TableLines {
  return {
    person: [...changed.persons.map(personRowLine), ...changed.tombstones.map(personTombstoneLine)],
    person_distinct_id: [
      ...changed.distinctIds.map(distinctIdRowLine),
      ...changed.freedDistinctIds.map(freedDistinctIdLine),
    ],
    // Only ids under which events were stored for another person need to be looked up by readers.
    person_distinct_id_overrides: changed.distinctIds
      .filter((row) => row.version > 0)
      .map(distinctIdRowLine),
    groups: changed.groups.map(groupRowLine),
  };
}
