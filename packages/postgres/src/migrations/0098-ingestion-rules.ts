/** The ingestion rules of a project, in the order of `position`. */
export const ingestionRules = {
  id: 98,
  name: 'ingestion-rules',
  sql: `
    CREATE TABLE IF NOT EXISTS ingestion_rules (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(400) NOT NULL,
      enabled boolean NOT NULL,
      kind varchar(20) NOT NULL,
      conditions jsonb NOT NULL,
      config jsonb NOT NULL,
      position integer NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS ingestion_rules_by_project
      ON ingestion_rules (project_id, position);
  `,
} as const;
