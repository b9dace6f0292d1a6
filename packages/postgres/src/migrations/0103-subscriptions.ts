/**
 * Subscriptions to insights and dashboards, and their deliveries. The key of a delivery allows only one for each
 * scheduled time. `due_at` is the time from which a process may claim a delivery; it is in the future while a process
 * works on it.
 */
export const subscriptions = {
  id: 103,
  name: 'subscriptions',
  sql: `
    CREATE TABLE IF NOT EXISTS subscriptions (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      insight_id integer REFERENCES insights (id) ON DELETE CASCADE,
      dashboard_id integer REFERENCES dashboards (id) ON DELETE CASCADE,
      dashboard_export_insights integer[] NOT NULL DEFAULT '{}',
      title text,
      target_type text NOT NULL,
      target_value text NOT NULL,
      sealed_target text,
      has_signing_secret boolean NOT NULL DEFAULT false,
      frequency text NOT NULL,
      "interval" integer NOT NULL DEFAULT 1,
      byweekday text[],
      bysetpos integer,
      count integer,
      start_date timestamptz NOT NULL,
      until_date timestamptz,
      next_delivery_date timestamptz,
      enabled boolean NOT NULL DEFAULT true,
      deleted boolean NOT NULL DEFAULT false,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((insight_id IS NULL) <> (dashboard_id IS NULL))
    );
    CREATE INDEX IF NOT EXISTS subscriptions_of_project ON subscriptions (project_id, created_at DESC);
    CREATE INDEX IF NOT EXISTS subscriptions_of_insight ON subscriptions (insight_id);
    CREATE INDEX IF NOT EXISTS subscriptions_of_dashboard ON subscriptions (dashboard_id);
    CREATE INDEX IF NOT EXISTS subscriptions_due ON subscriptions (next_delivery_date)
      WHERE enabled AND NOT deleted;

    CREATE TABLE IF NOT EXISTS subscription_deliveries (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      subscription_id integer NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
      idempotency_key text NOT NULL,
      trigger_type text NOT NULL,
      scheduled_at timestamptz,
      target_type text NOT NULL,
      target_value text NOT NULL,
      recipients text[] NOT NULL DEFAULT '{}',
      invite_message text,
      state text NOT NULL DEFAULT 'composing',
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now(),
      token uuid,
      content json,
      recipient_results json NOT NULL DEFAULT '[]',
      error text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      UNIQUE (subscription_id, idempotency_key)
    );
    CREATE INDEX IF NOT EXISTS subscription_deliveries_due ON subscription_deliveries (state, due_at)
      WHERE finished_at IS NULL;
    CREATE INDEX IF NOT EXISTS subscription_deliveries_of_subscription
      ON subscription_deliveries (subscription_id, created_at DESC);

    CREATE TABLE IF NOT EXISTS subscription_charts (
      delivery_id uuid NOT NULL REFERENCES subscription_deliveries (id) ON DELETE CASCADE,
      "position" integer NOT NULL,
      svg text NOT NULL,
      png bytea NOT NULL,
      PRIMARY KEY (delivery_id, "position")
    );
  `,
} as const;
