/**
 * The settings that a project's SDKs receive at start-up, by their names in the wire format; settings that are not
 * set are absent.
 */
export const sdkSettings = {
  id: 90,
  name: 'sdk_settings',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS sdk_settings jsonb NOT NULL DEFAULT '{}';
  `,
} as const;
