import type { GroupRow } from '../groups/group-row';
import { groupRowLine } from '../groups/group-row';
import type { DistinctIdRow, PersonRow } from './identity-types';
import {
  distinctIdRowLine,
  freedDistinctIdLine,
  personRowLine,
  personTombstoneLine,
} from './person-rows';

/** Identity rows for ClickHouse: lines of JSONEachRow by table. */
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
    // Readers only need an override for ids whose events were stored with another person.
    person_distinct_id_overrides: changed.distinctIds
      .filter((row) => row.version > 0)
      .map(distinctIdRowLine),
    groups: changed.groups.map(groupRowLine),
  };
}
