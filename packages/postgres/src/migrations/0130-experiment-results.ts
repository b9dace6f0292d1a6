/** Adds the results of experiments' metrics by day, and open requests to calculate them again. */
export const experimentResults = {
  id: 130,
  name: 'experiment-results',
  sql: `
    CREATE TABLE IF NOT EXISTS experiment_results (
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      experiment_id integer NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
      metric_uuid varchar(100) NOT NULL,
      fingerprint varchar(64) NOT NULL,
      day date NOT NULL,
      result jsonb,
      error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (experiment_id, metric_uuid, fingerprint, day),
      CHECK ((result IS NULL) <> (error IS NULL))
    );
    CREATE INDEX IF NOT EXISTS experiment_results_project ON experiment_results (project_id);

    CREATE TABLE IF NOT EXISTS experiment_recalculations (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      experiment_id integer NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
      metric jsonb NOT NULL,
      metric_uuid varchar(100) NOT NULL,
      fingerprint varchar(64) NOT NULL,
      status text NOT NULL DEFAULT 'pending'
        CHECK (status IN ('pending', 'in_progress')),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS experiment_recalculations_project ON experiment_recalculations (project_id);
    CREATE UNIQUE INDEX IF NOT EXISTS experiment_recalculations_active
      ON experiment_recalculations (experiment_id, metric_uuid, fingerprint);
  `,
} as const;
