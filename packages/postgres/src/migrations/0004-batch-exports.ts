/**
 * Batch exports, their runs, and the parts of each run. A part is one file. Its slice is fixed when the run is
 * planned, and it is recorded after its file is complete, so that a run resumes at the first part that is not
 * recorded. `slice` is json instead of jsonb, because names of events may contain characters that jsonb rejects.
 */
export const batchExports = {
  id: 4,
  name: 'batch-exports',
  sql: `
    CREATE TABLE IF NOT EXISTS batch_exports (
      id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name text NOT NULL,
      model text NOT NULL,
      destination_type text NOT NULL,
      destination_config jsonb NOT NULL,
      destination_secrets text,
      interval text NOT NULL,
      paused boolean NOT NULL DEFAULT false,
      deleted boolean NOT NULL DEFAULT false,
      start_at timestamptz,
      end_at timestamptz,
      next_interval_start timestamptz NOT NULL,
      last_paused_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS batch_exports_by_project
      ON batch_exports (project_id, created_at DESC) WHERE NOT deleted;
    CREATE INDEX IF NOT EXISTS batch_exports_due
      ON batch_exports (next_interval_start) WHERE NOT deleted AND NOT paused;

    CREATE TABLE IF NOT EXISTS batch_export_runs (
      id uuid PRIMARY KEY,
      batch_export_id uuid NOT NULL REFERENCES batch_exports (id) ON DELETE CASCADE,
      project_id integer NOT NULL,
      backfill_id uuid UNIQUE,
      status text NOT NULL DEFAULT 'Starting',
      data_interval_start timestamptz,
      data_interval_end timestamptz NOT NULL,
      lease uuid,
      planned_at timestamptz,
      latest_error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      last_updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS batch_export_runs_of_interval
      ON batch_export_runs (batch_export_id, data_interval_end) WHERE backfill_id IS NULL;
    CREATE INDEX IF NOT EXISTS batch_export_runs_by_export
      ON batch_export_runs (batch_export_id, created_at DESC);
    CREATE INDEX IF NOT EXISTS batch_export_runs_unfinished
      ON batch_export_runs (created_at) WHERE status IN ('Starting', 'Running');

    CREATE TABLE IF NOT EXISTS batch_export_parts (
      run_id uuid NOT NULL REFERENCES batch_export_runs (id) ON DELETE CASCADE,
      number integer NOT NULL,
      slice json NOT NULL,
      records_planned bigint NOT NULL,
      name text,
      records bigint,
      bytes bigint,
      completed_at timestamptz,
      PRIMARY KEY (run_id, number)
    );
  `,
} as const;
