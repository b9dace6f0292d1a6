/**
 * Imports from other services: runs with their progress, objects that could not be imported, and the number of events
 * in the source by day and name, which is compared with the project at the end. One process at a time works on a run
 * and renews its lease.
 */
export const importRuns = {
  id: 113,
  name: 'import-runs',
  sql: `
    CREATE TABLE IF NOT EXISTS import_runs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      source text NOT NULL,
      source_key text NOT NULL,
      settings jsonb NOT NULL,
      state text NOT NULL DEFAULT 'running',
      phase text,
      cursor jsonb,
      counts jsonb NOT NULL DEFAULT '{}',
      cancel_requested boolean NOT NULL DEFAULT false,
      owner uuid,
      lease_until timestamptz,
      error text,
      reconciliation jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS import_runs_of_project ON import_runs (project_id, created_at DESC);

    CREATE TABLE IF NOT EXISTS import_problems (
      run_id uuid NOT NULL REFERENCES import_runs (id) ON DELETE CASCADE,
      kind text NOT NULL,
      source_id text NOT NULL,
      name text NOT NULL,
      reason text NOT NULL,
      occurrences bigint NOT NULL DEFAULT 1,
      PRIMARY KEY (run_id, kind, source_id, reason)
    );

    CREATE TABLE IF NOT EXISTS import_day_counts (
      run_id uuid NOT NULL REFERENCES import_runs (id) ON DELETE CASCADE,
      day text NOT NULL,
      event text NOT NULL,
      events bigint NOT NULL,
      PRIMARY KEY (run_id, day, event)
    );
  `,
} as const;
