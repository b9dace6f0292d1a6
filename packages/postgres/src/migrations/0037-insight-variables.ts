/** Named values that statements use as `{variables.code_name}`. */
export const insightVariables = {
  id: 37,
  name: 'insight_variables',
  sql: `
    CREATE TABLE IF NOT EXISTS insight_variables (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(400) NOT NULL,
      code_name varchar(400) NOT NULL,
      type varchar(20) NOT NULL,
      default_value jsonb,
      values jsonb,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS insight_variables_code_name
      ON insight_variables (project_id, code_name);
  `,
} as const;
