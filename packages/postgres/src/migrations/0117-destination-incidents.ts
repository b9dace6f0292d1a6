/**
 * Incidents of destinations: begun when a delivery has failed after all attempts or deliveries are paused, ended by
 * the next successful delivery. One internal event reports the beginning, another one the end.
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
