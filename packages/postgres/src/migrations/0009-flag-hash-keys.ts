/**
 * The texts that flags with experience continuity hash for a person instead of the distinct id, one per flag
 * (`docs/wire/flags-evaluation.md#hash-key-rows`). A stored text never changes. The foreign key rejects rows of a
 * person that is being deleted.
 */
export const flagHashKeys = {
  id: 9,
  name: 'flag-hash-keys',
  sql: `
    CREATE TABLE IF NOT EXISTS flag_hash_keys (
      project_id integer NOT NULL,
      person_id uuid NOT NULL,
      flag_key varchar(400) NOT NULL,
      hash_key varchar(400) NOT NULL,
      PRIMARY KEY (project_id, person_id, flag_key),
      FOREIGN KEY (project_id, person_id) REFERENCES persons (project_id, id) ON DELETE CASCADE
    );
  `,
} as const;
