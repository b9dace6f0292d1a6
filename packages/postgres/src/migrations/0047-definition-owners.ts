/** Adds the owner and the creator of an event definition. */
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
