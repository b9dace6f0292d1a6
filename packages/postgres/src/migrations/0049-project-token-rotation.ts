/**
 * The token before the last rotation, which SDKs may still send until it expires; and the token the installation
 * was started with, so that a later start does not bring it back.
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
