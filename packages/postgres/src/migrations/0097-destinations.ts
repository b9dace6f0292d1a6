/**
 * Destinations of events and their deliveries. A delivery refers to an event in ClickHouse. Its id is computed from
 * destination and event, so that an event that is processed again is delivered once. A destination may be an action
 * that posts to Slack, so `destination_id` is not a foreign key. While a delivery is being sent, `due_at` is the time
 * at which another process may take it over.
 */
export const destinations = {
  id: 97,
  name: 'destinations',
  sql: `
    CREATE TABLE IF NOT EXISTS destinations (
      id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name text NOT NULL DEFAULT '',
      description text NOT NULL DEFAULT '',
      enabled boolean NOT NULL DEFAULT false,
      deleted boolean NOT NULL DEFAULT false,
      template_id text NOT NULL,
      icon_url text,
      inputs json NOT NULL DEFAULT '{}',
      secret_inputs text,
      filters json NOT NULL DEFAULT '{}',
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS destinations_by_project
      ON destinations (project_id, created_at) WHERE NOT deleted;

    CREATE TABLE IF NOT EXISTS deliveries (
      id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      destination_id uuid NOT NULL,
      action_id integer,
      event_uuid uuid NOT NULL,
      event_name text NOT NULL,
      distinct_id text NOT NULL,
      event_at timestamptz NOT NULL,
      state text NOT NULL DEFAULT 'waiting',
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS deliveries_due
      ON deliveries (destination_id, due_at) WHERE state = 'waiting';
    CREATE INDEX IF NOT EXISTS deliveries_by_age
      ON deliveries (created_at) WHERE state = 'waiting';
    CREATE INDEX IF NOT EXISTS deliveries_by_destination
      ON deliveries (destination_id, created_at DESC, id);
    CREATE INDEX IF NOT EXISTS deliveries_by_person ON deliveries (project_id, distinct_id);
    CREATE INDEX IF NOT EXISTS deliveries_failed
      ON deliveries (destination_id) WHERE state = 'failed';
    CREATE INDEX IF NOT EXISTS deliveries_finished
      ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

    CREATE TABLE IF NOT EXISTS delivery_attempts (
      delivery_id uuid NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
      number integer NOT NULL,
      started_at timestamptz NOT NULL,
      duration_ms integer NOT NULL,
      outcome text NOT NULL,
      status integer,
      request json,
      response text,
      error text,
      PRIMARY KEY (delivery_id, number)
    );

    CREATE TABLE IF NOT EXISTS destination_health (
      destination_id uuid PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      failures integer NOT NULL DEFAULT 0,
      failing_since timestamptz,
      open_until timestamptz,
      latest_error text
    );
  `,
} as const;
