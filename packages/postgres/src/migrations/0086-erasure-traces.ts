/**
 * What the erasure of a person needs beside its distinct ids: the version under which each of them lost its person (in
 * the order of `distinct_ids`), and the texts by which a stored query may name the person. `erasure_rewrites` says
 * which stores still hold deleted bytes in their files.
 */
export const erasureTraces = {
  id: 86,
  name: 'erasure-traces',
  sql: `
    ALTER TABLE person_erasures
      ADD COLUMN IF NOT EXISTS distinct_id_versions jsonb NOT NULL DEFAULT '[]',
      ADD COLUMN IF NOT EXISTS names jsonb NOT NULL DEFAULT '[]';

    CREATE TABLE IF NOT EXISTS erasure_rewrites (
      store text PRIMARY KEY,
      due_at timestamptz,
      done_at timestamptz
    );
  `,
} as const;
