/** What a project's SDKs receive at start-up, by the names of the wire; what is not set is absent. */
export const sdkSettings = {
  id: 90,
  name: 'sdk_settings',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS sdk_settings jsonb NOT NULL DEFAULT '{}';
  `,
} as const;
