/** The number of days after which events and recordings of a project are deleted; null: never. */
export const retention = {
  id: 68,
  name: 'retention',
  sql: `
    ALTER TABLE projects
      ADD COLUMN IF NOT EXISTS event_retention_days integer CHECK (event_retention_days > 0),
      ADD COLUMN IF NOT EXISTS session_recording_retention_period_days integer
        CHECK (session_recording_retention_period_days > 0);
  `,
} as const;
