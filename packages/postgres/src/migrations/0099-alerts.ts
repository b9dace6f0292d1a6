/**
 * Alerts on insights, their checks, and the notifications that incidents began or ended. The primary key of
 * notifications allows one of each per incident.
 */
export const alerts = {
  id: 99,
  name: 'alerts',
  sql: `
    CREATE TABLE IF NOT EXISTS alerts (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      insight_id integer NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
      name text,
      enabled boolean NOT NULL DEFAULT true,
      subscribed_users integer[] NOT NULL DEFAULT '{}',
      condition jsonb NOT NULL,
      threshold jsonb,
      threshold_id uuid NOT NULL DEFAULT gen_random_uuid(),
      threshold_name text NOT NULL DEFAULT '',
      config jsonb NOT NULL,
      calculation_interval text NOT NULL DEFAULT 'daily',
      snoozed_until timestamptz,
      skip_weekend boolean NOT NULL DEFAULT false,
      schedule_restriction jsonb,
      hysteresis jsonb NOT NULL,
      firing boolean NOT NULL DEFAULT false,
      streak integer NOT NULL DEFAULT 0,
      streak_at text,
      incident integer NOT NULL DEFAULT 0,
      failed_checks integer NOT NULL DEFAULT 0,
      last_value double precision,
      last_checked_at timestamptz,
      last_notified_at timestamptz,
      next_check_at timestamptz NOT NULL DEFAULT now(),
      check_token uuid,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS alerts_of_project ON alerts (project_id, created_at DESC);
    CREATE INDEX IF NOT EXISTS alerts_of_insight ON alerts (insight_id);
    CREATE INDEX IF NOT EXISTS alerts_due ON alerts (next_check_at) WHERE enabled;

    CREATE TABLE IF NOT EXISTS alert_checks (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      alert_id uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      state text NOT NULL,
      calculated_value double precision,
      lower_bound double precision,
      upper_bound double precision,
      interval_start text,
      condition jsonb NOT NULL,
      threshold jsonb,
      query jsonb,
      error text
    );
    CREATE INDEX IF NOT EXISTS alert_checks_of_alert ON alert_checks (alert_id, created_at DESC);

    CREATE TABLE IF NOT EXISTS alert_notifications (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      alert_id uuid NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
      incident integer NOT NULL,
      change text NOT NULL,
      reason text,
      check_id uuid REFERENCES alert_checks (id) ON DELETE SET NULL,
      calculated_value double precision,
      created_at timestamptz NOT NULL,
      sent_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz NOT NULL DEFAULT now(),
      send_error text,
      UNIQUE (alert_id, incident, change)
    );
    CREATE INDEX IF NOT EXISTS alert_notifications_unsent ON alert_notifications (next_attempt_at)
      WHERE sent_at IS NULL;
  `,
} as const;
