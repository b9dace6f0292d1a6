/**
 * The activity log: one row for each change of an object by a user, for all types of objects. `scope` is the type
 * (`FeatureFlag`); `item_id` is the id, as text because ids have different types.
 */
export const activityLog = {
  id: 8,
  name: 'activity-log',
  sql: `
    CREATE TABLE IF NOT EXISTS activity_log (
      id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      user_id integer REFERENCES users (id) ON DELETE SET NULL,
      scope varchar(79) NOT NULL,
      item_id varchar(72) NOT NULL,
      activity varchar(79) NOT NULL,
      detail jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX IF NOT EXISTS activity_log_by_item
      ON activity_log (project_id, scope, item_id, created_at DESC);
    CREATE INDEX IF NOT EXISTS activity_log_by_scope
      ON activity_log (project_id, scope, created_at DESC);
  `,
} as const;
