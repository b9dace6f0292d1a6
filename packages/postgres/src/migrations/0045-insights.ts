/** Insights, and which users viewed them. */
export const insights = {
  id: 45,
  name: 'insights',
  sql: `
    CREATE TABLE IF NOT EXISTS insights (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      short_id varchar(12) NOT NULL,
      name varchar(400),
      derived_name varchar(400),
      description varchar(400),
      query jsonb,
      tags text[] NOT NULL DEFAULT '{}',
      "order" integer,
      favorited boolean NOT NULL DEFAULT false,
      saved boolean NOT NULL DEFAULT false,
      deleted boolean NOT NULL DEFAULT false,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      last_modified_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      last_modified_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS insights_short_id ON insights (project_id, short_id);

    CREATE TABLE IF NOT EXISTS insight_views (
      insight_id integer NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      last_viewed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, insight_id)
    );
  `,
} as const;
