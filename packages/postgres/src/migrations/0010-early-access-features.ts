/** Features that users may enable for themselves. Each has one flag, and a flag belongs to at most one feature. */
export const earlyAccessFeatures = {
  id: 10,
  name: 'early_access_features',
  sql: `
    CREATE TABLE IF NOT EXISTS early_access_features (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      feature_flag_id integer REFERENCES feature_flags (id) ON DELETE SET NULL,
      name varchar(200) NOT NULL,
      description text NOT NULL DEFAULT '',
      stage varchar(40) NOT NULL,
      documentation_url varchar(800) NOT NULL DEFAULT '',
      payload jsonb NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS early_access_features_flag
      ON early_access_features (feature_flag_id);
    CREATE INDEX IF NOT EXISTS early_access_features_project
      ON early_access_features (project_id, created_at);
  `,
} as const;
