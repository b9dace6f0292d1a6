import type { GroupRow } from '@tidemark/domain';
import {
  distinctIdRowLine,
  groupRowLine,
  personRowLine,
  personTombstoneLine,
} from '@tidemark/domain';
import type { StoredDistinctId, StoredPerson } from '@tidemark/postgres';

/** Identity rows in ClickHouse's tables: table → lines of JSONEachRow. */
export type TableLines = Readonly<Record<string, readonly string[]>>;

export interface ChangedIdentity {
  readonly persons: readonly StoredPerson[];
  readonly tombstones: readonly {
    readonly projectId: number;
    readonly id: string;
    readonly version: number;
  }[];
  readonly distinctIds: readonly StoredDistinctId[];
  readonly groups: readonly GroupRow[];
}

export function identityLines(changed: ChangedIdentity): TableLines {
  return {
    person: [...changed.persons.map(personRowLine), ...changed.tombstones.map(personTombstoneLine)],
    person_distinct_id: changed.distinctIds.map(distinctIdRowLine),
    // Only ids under which events were stored for another person need to be looked up by readers.
    person_distinct_id_overrides: changed.distinctIds
      .filter((row) => row.version > 0)
      .map(distinctIdRowLine),
    groups: changed.groups.map(groupRowLine),
  };
}
