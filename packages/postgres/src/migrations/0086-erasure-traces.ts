/**
 * Data for the erasure of a person in addition to the distinct ids: the version with which each of them lost its
 * person (in the order of `distinct_ids`), and texts by which a stored query may identify the person.
 * `erasure_rewrites` lists the stores whose files still contain deleted bytes.
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
