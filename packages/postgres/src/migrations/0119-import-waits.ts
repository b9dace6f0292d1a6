/** Adds the time until which an import waits for a source that limits requests. */
export const importWaits = {
  id: 119,
  name: 'import-waits',
  sql: `
    ALTER TABLE import_runs ADD COLUMN IF NOT EXISTS waits_until timestamptz;
  `,
} as const;
