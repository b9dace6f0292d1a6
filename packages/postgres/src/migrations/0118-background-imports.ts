/**
 * Imports that were started with the API and run in a query-worker. Their source is stored while they run: its
 * encrypted credential, or the uploaded file in pieces.
 */
export const backgroundImports = {
  id: 118,
  name: 'background-imports',
  sql: `
    ALTER TABLE import_runs ADD COLUMN IF NOT EXISTS in_background boolean NOT NULL DEFAULT false;
    ALTER TABLE import_runs ADD COLUMN IF NOT EXISTS secrets text;
    CREATE INDEX IF NOT EXISTS import_runs_in_background
      ON import_runs (created_at) WHERE in_background AND state = 'running';

    CREATE TABLE IF NOT EXISTS import_files (
      run_id uuid NOT NULL REFERENCES import_runs (id) ON DELETE CASCADE,
      piece integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (run_id, piece)
    );
  `,
} as const;
