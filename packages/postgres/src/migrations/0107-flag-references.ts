/** Archived flags, and references to flags in source code. */
export const flagReferences = {
  id: 107,
  name: 'flag-references',
  sql: `
    ALTER TABLE feature_flags ADD COLUMN IF NOT EXISTS archived boolean NOT NULL DEFAULT false;
    CREATE TABLE IF NOT EXISTS flag_reference_scans (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      repository varchar(400) NOT NULL,
      revision varchar(100) NOT NULL DEFAULT '',
      files integer NOT NULL,
      flag_references jsonb NOT NULL,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS flag_reference_scans_repository
      ON flag_reference_scans (project_id, repository);
  `,
} as const;
