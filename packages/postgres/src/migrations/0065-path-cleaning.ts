/** Rules by which queries take paths that differ only in ids for one: a list of `{alias, regex}`, in order. */
export const pathCleaning = {
  id: 65,
  name: 'path_cleaning',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS path_cleaning_filters jsonb NOT NULL DEFAULT '[]';
  `,
};
