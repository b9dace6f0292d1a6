/** Surveys, which SDKs show to users. Archived surveys are kept, but SDKs do not receive them. */
export const surveys = {
  id: 11,
  name: 'surveys',
  sql: `
    CREATE TABLE IF NOT EXISTS surveys (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name varchar(400) NOT NULL,
      description text NOT NULL DEFAULT '',
      type varchar(40) NOT NULL,
      linked_flag_id integer REFERENCES feature_flags (id) ON DELETE SET NULL,
      targeting_flag_id integer REFERENCES feature_flags (id) ON DELETE SET NULL,
      questions jsonb NOT NULL DEFAULT '[]',
      conditions jsonb,
      appearance jsonb,
      schedule varchar(40) NOT NULL DEFAULT 'once',
      enable_partial_responses boolean NOT NULL DEFAULT false,
      start_date timestamptz,
      end_date timestamptz,
      archived boolean NOT NULL DEFAULT false,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS surveys_project ON surveys (project_id, created_at);
  `,
} as const;
