/** The user in whose name a scheduled change is made: whoever changed it last, which may be another user than its creator. */
export const scheduledChangeAuthors = {
  id: 122,
  name: 'scheduled-change-authors',
  sql: `
    ALTER TABLE scheduled_changes
      ADD COLUMN IF NOT EXISTS author_id integer REFERENCES users (id) ON DELETE SET NULL;
    UPDATE scheduled_changes SET author_id = created_by_id WHERE author_id IS NULL AND executed_at IS NULL;
  `,
} as const;
