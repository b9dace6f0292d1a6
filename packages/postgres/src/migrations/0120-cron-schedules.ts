/** Scheduled changes that are repeated by a cron expression, in the time zone that the project had. */
export const cronSchedules = {
  id: 120,
  name: 'cron-schedules',
  sql: `
    ALTER TABLE scheduled_changes ADD COLUMN IF NOT EXISTS cron_expression varchar(100);
    ALTER TABLE scheduled_changes ADD COLUMN IF NOT EXISTS timezone varchar(240);
  `,
} as const;
