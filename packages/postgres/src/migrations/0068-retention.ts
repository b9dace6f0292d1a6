/** How many days a project's events and recordings are kept; null: for ever. */
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
