/** Named joins between tables of a project, by equal keys. */
export const tableJoins = {
  id: 57,
  name: 'table_joins',
  sql: `
    CREATE TABLE IF NOT EXISTS table_joins (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      source_table_name varchar(400) NOT NULL,
      source_table_key varchar(400) NOT NULL,
      joining_table_name varchar(400) NOT NULL,
      joining_table_key varchar(400) NOT NULL,
      field_name varchar(400) NOT NULL,
      configuration jsonb,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS table_joins_name
      ON table_joins (project_id, source_table_name, field_name);
  `,
} as const;
