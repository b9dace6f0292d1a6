/**
 * Experiments, their shared holdouts and metrics, and in each flag the ids of its experiments that are not deleted,
 * because edges read only flags.
 */
export const experiments = {
  id: 95,
  name: 'experiments',
  sql: `
    CREATE TABLE IF NOT EXISTS experiment_holdouts (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(400) NOT NULL,
      description varchar(400),
      filters jsonb NOT NULL,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS experiment_holdouts_project
      ON experiment_holdouts (project_id, created_at);

    CREATE TABLE IF NOT EXISTS experiment_saved_metrics (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(400) NOT NULL,
      description varchar(400),
      query jsonb NOT NULL,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS experiment_saved_metrics_project
      ON experiment_saved_metrics (project_id, created_at);

    CREATE TABLE IF NOT EXISTS experiments (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      feature_flag_id integer NOT NULL REFERENCES feature_flags (id) ON DELETE CASCADE,
      holdout_id integer REFERENCES experiment_holdouts (id) ON DELETE SET NULL,
      name varchar(400) NOT NULL,
      description varchar(3000),
      type varchar(40),
      parameters jsonb,
      metrics jsonb NOT NULL DEFAULT '[]',
      metrics_secondary jsonb NOT NULL DEFAULT '[]',
      primary_order text[] NOT NULL DEFAULT '{}',
      secondary_order text[] NOT NULL DEFAULT '{}',
      stats_config jsonb,
      exposure_criteria jsonb,
      only_count_matured_users boolean NOT NULL DEFAULT false,
      start_date timestamptz,
      end_date timestamptz,
      conclusion varchar(40),
      conclusion_comment text,
      archived boolean NOT NULL DEFAULT false,
      deleted boolean NOT NULL DEFAULT false,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS experiments_project ON experiments (project_id, created_at);
    CREATE INDEX IF NOT EXISTS experiments_flag ON experiments (feature_flag_id);
    CREATE INDEX IF NOT EXISTS experiments_holdout ON experiments (holdout_id);

    CREATE TABLE IF NOT EXISTS experiment_metric_uses (
      id serial PRIMARY KEY,
      experiment_id integer NOT NULL REFERENCES experiments (id) ON DELETE CASCADE,
      saved_metric_id integer NOT NULL REFERENCES experiment_saved_metrics (id) ON DELETE CASCADE,
      metadata jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (experiment_id, saved_metric_id)
    );
    CREATE INDEX IF NOT EXISTS experiment_metric_uses_metric
      ON experiment_metric_uses (saved_metric_id);

    ALTER TABLE feature_flags ADD COLUMN IF NOT EXISTS experiment_ids integer[] NOT NULL DEFAULT '{}';
  `,
} as const;
