import type { Generated } from 'kysely';
import type { StoredFirstTouch } from '@tidemark/contracts';
import type { ColumnType } from 'kysely';
import type { CreatedAt, Int8, Json, Timestamp } from './columns';

interface PersonTable {
  project_id: number;
  id: string;
  properties: Json<Record<string, unknown>>;
  is_identified: Generated<boolean>;
  version: Int8;
  created_at: Timestamp;
  first_touch: ColumnType<StoredFirstTouch | null, string | null | undefined, string | null>;
}

interface PersonDistinctIdTable {
  project_id: number;
  distinct_id: string;
  person_id: string;
  version: Int8;
}

export interface GroupTypeTable {
  project_id: number;
  group_type: string;
  group_type_index: number;
  name_singular: string | null;
  name_plural: string | null;
  default_columns: string[] | null;
  created_at: CreatedAt;
}

interface GroupTable {
  project_id: number;
  group_type_index: number;
  group_key: string;
  properties: Json<Record<string, unknown>>;
  version: Int8;
  created_at: Timestamp;
}

interface IdentityOutboxTable {
  id: Generated<number>;
  keys: Json<unknown>;
  created_at: CreatedAt;
}

interface IngestFenceTable {
  partition: number;
  token: Int8;
}

/** The tables of identity: persons, distinct ids and groups. */
export interface PersonsTables {
  persons: PersonTable;
  person_distinct_ids: PersonDistinctIdTable;
  group_types: GroupTypeTable;
  groups: GroupTable;
  identity_outbox: IdentityOutboxTable;
  ingest_fences: IngestFenceTable;
}
