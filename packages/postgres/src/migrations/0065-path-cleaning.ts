/**
 * Rules that replace parts of paths, such as ids, so that queries count them as one path: a list of `{alias, regex}`,
 * in order.
 */
export const pathCleaning = {
  id: 65,
  name: 'path_cleaning',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS path_cleaning_filters jsonb NOT NULL DEFAULT '[]';
  `,
};
