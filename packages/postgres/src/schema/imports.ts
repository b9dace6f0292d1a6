import type { Generated } from 'kysely';
import type { CreatedAt, Int8, Json, NullableJson, Timestamp } from './columns';

export type ImportState = 'running' | 'completed' | 'failed' | 'cancelled';

interface ImportRunTable {
  id: Generated<string>;
  project_id: number;
  created_by_id: number | null;
  source: string;
  source_key: string;
  settings: Json<Readonly<Record<string, unknown>>>;
  state: Generated<ImportState>;
  phase: string | null;
  cursor: NullableJson;
  counts: Json<Readonly<Record<string, number>>>;
  cancel_requested: Generated<boolean>;
  owner: string | null;
  lease_until: Timestamp | null;
  error: string | null;
  reconciliation: NullableJson;
  created_at: CreatedAt;
  finished_at: Timestamp | null;
  in_background: Generated<boolean>;
  secrets: string | null;
  waits_until: Timestamp | null;
  origin: string | null;
}

interface ImportFileTable {
  run_id: string;
  piece: number;
  bytes: Buffer;
}

interface ImportProblemTable {
  run_id: string;
  kind: string;
  source_id: string;
  name: string;
  reason: string;
  occurrences: Int8;
}

interface ImportDayCountTable {
  run_id: string;
  day: string;
  event: string;
  events: Int8;
}

interface ImportIdTable {
  project_id: number;
  source_key: string;
  kind: string;
  source_id: string;
  target_id: string | null;
  begun_at: CreatedAt;
}

export interface ImportsTables {
  import_runs: ImportRunTable;
  import_problems: ImportProblemTable;
  import_day_counts: ImportDayCountTable;
  import_ids: ImportIdTable;
  import_files: ImportFileTable;
}
