/** Destinations whose receivers respond slowly. Deliveries to them have sending places of their own. */
export const slowDestinations = {
  id: 149,
  name: 'slow-destinations',
  sql: `
    CREATE TABLE IF NOT EXISTS slow_destinations (
      destination_id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      slow_until timestamptz NOT NULL
    );
  `,
} as const;
