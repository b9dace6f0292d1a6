/** Adds the URL of a project's incoming webhook of Slack. It is secret: the URL alone is enough to post messages. */
export const slackWebhook = {
  id: 88,
  name: 'slack_webhook',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS slack_incoming_webhook text;
  `,
};
