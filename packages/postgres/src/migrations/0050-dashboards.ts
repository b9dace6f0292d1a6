/** Dashboards, the insights on them, and columns that refer to dashboards. */
export const dashboards = {
  id: 50,
  name: 'dashboards',
  sql: `
    CREATE TABLE IF NOT EXISTS dashboards (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(400),
      description text NOT NULL DEFAULT '',
      pinned boolean NOT NULL DEFAULT false,
      tags text[] NOT NULL DEFAULT '{}',
      filters jsonb NOT NULL DEFAULT '{}',
      variables jsonb NOT NULL DEFAULT '{}',
      breakdown_colors jsonb NOT NULL DEFAULT '[]',
      data_color_theme_id integer,
      creation_mode varchar(16) NOT NULL DEFAULT 'default',
      deleted boolean NOT NULL DEFAULT false,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      last_accessed_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS dashboards_of_project ON dashboards (project_id);

    CREATE TABLE IF NOT EXISTS dashboard_tiles (
      id serial PRIMARY KEY,
      dashboard_id integer NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
      insight_id integer NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
      layouts jsonb NOT NULL DEFAULT '{}',
      color varchar(400),
      filters_overrides jsonb,
      show_description boolean,
      transparent_background boolean,
      deleted boolean NOT NULL DEFAULT false,
      UNIQUE (dashboard_id, insight_id)
    );
    CREATE INDEX IF NOT EXISTS dashboard_tiles_of_insight ON dashboard_tiles (insight_id);

    ALTER TABLE annotations
      ADD COLUMN IF NOT EXISTS dashboard_id integer REFERENCES dashboards (id) ON DELETE SET NULL;
  `,
} as const;
