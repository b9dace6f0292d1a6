/** The property whose value is shown beside the name of an event. */
export const primaryProperties = {
  id: 150,
  name: 'primary-properties',
  sql: `
    ALTER TABLE event_definitions ADD COLUMN IF NOT EXISTS primary_property varchar(400);
  `,
} as const;
