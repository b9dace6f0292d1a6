/**
 * Times in which deliveries of a destination failed: begun when a delivery has failed for good or nothing is sent to the
 * destination for a while, ended by its next successful delivery. One message says that it began, one that it ended.
 */
export const destinationIncidents = {
  id: 117,
  name: 'destination-incidents',
  sql: `
    CREATE TABLE IF NOT EXISTS destination_incidents (
      id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      destination_id uuid NOT NULL,
      began_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      reason text NOT NULL,
      error text NOT NULL
    );
    CREATE UNIQUE INDEX IF NOT EXISTS destination_incidents_open
      ON destination_incidents (destination_id) WHERE ended_at IS NULL;
    CREATE INDEX IF NOT EXISTS destination_incidents_by_destination
      ON destination_incidents (destination_id, began_at);
  `,
} as const;
