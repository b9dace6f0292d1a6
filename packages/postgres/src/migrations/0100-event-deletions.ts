/**
 * Deletions of events by filter. A draft is a preview that is not confirmed yet. `position` is the last deleted event
 * or the last repaired session, from which another worker continues after a worker died.
 */
export const eventDeletions = {
  id: 100,
  name: 'event-deletions',
  sql: `
    CREATE TABLE IF NOT EXISTS event_deletions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      events text[] NOT NULL,
      date_from timestamptz,
      date_to timestamptz,
      properties jsonb,
      condition text,
      count bigint NOT NULL,
      first_timestamp timestamptz,
      last_timestamp timestamptz,
      stored_until timestamptz NOT NULL,
      status varchar(20) NOT NULL DEFAULT 'draft',
      phase varchar(20),
      position jsonb,
      found bigint,
      deleted bigint NOT NULL DEFAULT 0,
      error text,
      lease uuid,
      lease_until timestamptz,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      confirmed_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      confirmed_at timestamptz,
      finished_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS event_deletions_by_project
      ON event_deletions (project_id, created_at);
    CREATE UNIQUE INDEX IF NOT EXISTS event_deletions_unfinished
      ON event_deletions (project_id) WHERE status IN ('queued', 'running', 'cancelling');
  `,
} as const;
