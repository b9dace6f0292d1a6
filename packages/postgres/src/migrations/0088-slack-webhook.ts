/** The address of a project's incoming webhook of Slack; it is secret, because anyone who has it can post there. */
export const slackWebhook = {
  id: 88,
  name: 'slack_webhook',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS slack_incoming_webhook text;
  `,
};
