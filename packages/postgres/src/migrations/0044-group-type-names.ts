/** The display names of group types, and the columns of their lists. */
export const groupTypeNames = {
  id: 44,
  name: 'group_type_names',
  sql: `
    ALTER TABLE group_types ADD COLUMN IF NOT EXISTS name_singular varchar(400);
    ALTER TABLE group_types ADD COLUMN IF NOT EXISTS name_plural varchar(400);
    ALTER TABLE group_types ADD COLUMN IF NOT EXISTS default_columns text[];
    CREATE INDEX IF NOT EXISTS groups_newest
      ON groups (project_id, group_type_index, created_at DESC, group_key);
  `,
} as const;
