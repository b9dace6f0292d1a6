/** The end of the wait of an import for a source that limits requests; null while the import does not wait. */
export const importWaits = {
  id: 119,
  name: 'import-waits',
  sql: `
    ALTER TABLE import_runs ADD COLUMN IF NOT EXISTS waits_until timestamptz;
  `,
} as const;
