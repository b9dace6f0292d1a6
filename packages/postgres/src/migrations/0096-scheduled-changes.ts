/** Changes of flags that are made at a set time. */
export const scheduledChanges = {
  id: 96,
  name: 'scheduled-changes',
  sql: `
    CREATE TABLE IF NOT EXISTS scheduled_changes (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      feature_flag_id integer NOT NULL REFERENCES feature_flags (id) ON DELETE CASCADE,
      payload jsonb NOT NULL,
      scheduled_at timestamptz NOT NULL,
      executed_at timestamptz,
      failure_reason varchar(400),
      failure_count integer NOT NULL DEFAULT 0,
      is_recurring boolean NOT NULL DEFAULT false,
      recurrence_interval varchar(20),
      last_executed_at timestamptz,
      end_date timestamptz,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS scheduled_changes_project ON scheduled_changes (project_id, id);
    CREATE INDEX IF NOT EXISTS scheduled_changes_flag ON scheduled_changes (feature_flag_id);
    CREATE INDEX IF NOT EXISTS scheduled_changes_due
      ON scheduled_changes (scheduled_at, id) WHERE executed_at IS NULL;
  `,
} as const;
