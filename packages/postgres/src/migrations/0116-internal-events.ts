/**
 * Internal events of projects (`docs/wire/destinations.md`): written in the transaction of a change, and later
 * matched with the destinations of the type `internal_destination`. `deliveries` is the number of deliveries of the
 * event. The id of an event about an ingestion warning is computed from its type and hour.
 */
export const internalEvents = {
  id: 116,
  name: 'internal-events',
  sql: `
    ALTER TABLE destinations ADD COLUMN IF NOT EXISTS type text NOT NULL DEFAULT 'destination';
    CREATE INDEX IF NOT EXISTS destinations_internal
      ON destinations (project_id) WHERE type = 'internal_destination' AND enabled AND NOT deleted;
    CREATE TABLE IF NOT EXISTS internal_events (
      id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      event text NOT NULL,
      user_id integer REFERENCES users (id) ON DELETE SET NULL,
      properties json NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      matched_at timestamptz,
      deliveries integer NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS internal_events_unmatched
      ON internal_events (created_at) WHERE matched_at IS NULL;
    CREATE INDEX IF NOT EXISTS internal_events_by_age ON internal_events (created_at);
  `,
} as const;
