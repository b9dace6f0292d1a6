/** Named statements, which other statements can read like tables. */
export const savedViews = {
  id: 56,
  name: 'saved_views',
  sql: `
    CREATE TABLE IF NOT EXISTS saved_views (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(128) NOT NULL,
      query text NOT NULL,
      columns jsonb NOT NULL,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS saved_views_name ON saved_views (project_id, name);
  `,
} as const;
