/**
 * The token before the last rotation, which SDKs may use until it expires; and the token with which the installation
 * was started, so that a later start does not restore it.
 */
export const projectTokenRotation = {
  id: 49,
  name: 'project_token_rotation',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS previous_api_token text UNIQUE;
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS previous_api_token_expires_at timestamptz;
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS bootstrap_api_token text;
  `,
} as const;
