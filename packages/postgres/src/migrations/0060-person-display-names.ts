/** Properties that people are called by, the first that a person has: a list of names, null for the usual ones. */
export const personDisplayNames = {
  id: 60,
  name: 'person_display_names',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS person_display_name_properties jsonb;
  `,
};
