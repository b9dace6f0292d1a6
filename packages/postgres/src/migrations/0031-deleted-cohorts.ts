/**
 * When a cohort was deleted, and whether its members were deleted. They are deleted in the background a day later, so
 * that a cohort deleted by mistake can be restored with its members.
 */
export const deletedCohorts = {
  id: 31,
  name: 'deleted-cohorts',
  sql: `
    ALTER TABLE cohorts ADD COLUMN IF NOT EXISTS deleted_at timestamptz;
    ALTER TABLE cohorts ADD COLUMN IF NOT EXISTS members_removed boolean NOT NULL DEFAULT false;
    CREATE INDEX IF NOT EXISTS cohorts_to_empty
      ON cohorts (id) WHERE deleted AND NOT members_removed;
  `,
} as const;
