/**
 * A notification can outlive its alert: the last one of an alert that is deleted during an incident has no alert, but the
 * data of its e-mail. Older versions do not find such rows.
 */
export const mailsOfDeletedAlerts = {
  id: 144,
  name: 'mails-of-deleted-alerts',
  sql: `
    ALTER TABLE alert_notifications ALTER COLUMN alert_id DROP NOT NULL;
    ALTER TABLE alert_notifications ADD COLUMN IF NOT EXISTS alert_name text;
    ALTER TABLE alert_notifications ADD COLUMN IF NOT EXISTS insight_id integer
      REFERENCES insights (id) ON DELETE CASCADE;
    ALTER TABLE alert_notifications ADD COLUMN IF NOT EXISTS subscribed_users integer[];
    CREATE INDEX IF NOT EXISTS alert_notifications_without_alert
      ON alert_notifications (project_id, created_at) WHERE alert_id IS NULL;
    CREATE INDEX IF NOT EXISTS alert_notifications_of_insight
      ON alert_notifications (insight_id) WHERE insight_id IS NOT NULL;
  `,
} as const;
