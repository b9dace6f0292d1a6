/** Who is responsible for an event, and who made its definition by hand. */
export const definitionOwners = {
  id: 47,
  name: 'definition_owners',
  sql: `
    ALTER TABLE event_definitions ADD COLUMN IF NOT EXISTS owner_id integer
      REFERENCES users (id) ON DELETE SET NULL;
    ALTER TABLE event_definitions ADD COLUMN IF NOT EXISTS created_by_id integer
      REFERENCES users (id) ON DELETE SET NULL;
  `,
} as const;
