/**
 * The object that was created for each object of a source, so that a second import creates no duplicates. A row
 * without a target means that the creation has begun. The target of a person is one of its distinct ids, so that the
 * erasure of the person removes it.
 */
export const importIds = {
  id: 114,
  name: 'import-ids',
  sql: `
    CREATE TABLE IF NOT EXISTS import_ids (
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      source_key text NOT NULL,
      kind text NOT NULL,
      source_id text NOT NULL,
      target_id text,
      begun_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (project_id, source_key, kind, source_id)
    );
    CREATE INDEX IF NOT EXISTS import_ids_of_persons ON import_ids (project_id, target_id)
      WHERE kind = 'person';
  `,
} as const;
