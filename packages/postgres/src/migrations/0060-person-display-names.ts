/**
 * Properties that are shown as the name of a person: a list, of which the first that the person has is used; null for
 * the default list.
 */
export const personDisplayNames = {
  id: 60,
  name: 'person_display_names',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS person_display_name_properties jsonb;
  `,
};
