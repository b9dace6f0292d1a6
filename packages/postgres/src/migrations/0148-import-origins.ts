/**
 * The origin of the data of an import (`ImportRun`). Runs of earlier versions have none: their origin is their source
 * key.
 */
export const importOrigins = {
  id: 148,
  name: 'import-origins',
  sql: `
    ALTER TABLE import_runs ADD COLUMN IF NOT EXISTS origin text;
  `,
} as const;
