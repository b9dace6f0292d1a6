/**
 * A change is logged for a project or, if it affects all of its projects, for an organization. The log of a project
 * can also be read in order of time across all types of objects.
 */
export const activityPlaces = {
  id: 71,
  name: 'activity-places',
  sql: `
    ALTER TABLE activity_log ALTER COLUMN project_id DROP NOT NULL;
    ALTER TABLE activity_log
      ADD COLUMN IF NOT EXISTS organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE;
    ALTER TABLE activity_log DROP CONSTRAINT IF EXISTS activity_log_place;
    ALTER TABLE activity_log
      ADD CONSTRAINT activity_log_place CHECK (num_nonnulls(project_id, organization_id) = 1);
    CREATE INDEX IF NOT EXISTS activity_log_by_project ON activity_log (project_id, created_at DESC);
    CREATE INDEX IF NOT EXISTS activity_log_by_organization
      ON activity_log (organization_id, scope, created_at DESC);
  `,
} as const;
