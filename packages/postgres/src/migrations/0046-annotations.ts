/** Annotations: notes about times, which charts show. */
export const annotations = {
  id: 46,
  name: 'annotations',
  sql: `
    CREATE TABLE IF NOT EXISTS annotations (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      content text,
      date_marker timestamptz,
      scope varchar(24) NOT NULL DEFAULT 'dashboard_item',
      creation_type varchar(3) NOT NULL DEFAULT 'USR',
      insight_id integer REFERENCES insights (id) ON DELETE SET NULL,
      deleted boolean NOT NULL DEFAULT false,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS annotations_newest ON annotations (project_id, date_marker DESC);
  `,
} as const;
