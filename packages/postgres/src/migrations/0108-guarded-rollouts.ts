/** Guarded rollouts of flags, and the checks of their metrics. */
export const guardedRollouts = {
  id: 108,
  name: 'guarded-rollouts',
  sql: `
    CREATE TABLE IF NOT EXISTS guarded_rollouts (
      id serial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      feature_flag_id integer NOT NULL REFERENCES feature_flags (id) ON DELETE CASCADE,
      condition_index integer NOT NULL,
      steps jsonb NOT NULL,
      metric jsonb NOT NULL,
      alpha double precision NOT NULL,
      minimum_units integer NOT NULL,
      check_interval_minutes integer NOT NULL,
      subscribed_users integer[] NOT NULL DEFAULT '{}',
      status varchar(20) NOT NULL DEFAULT 'running',
      initial_percentage double precision NOT NULL,
      current_step integer NOT NULL DEFAULT -1,
      step_started_at timestamptz,
      next_check_at timestamptz NOT NULL,
      check_count integer NOT NULL DEFAULT 0,
      failure_count integer NOT NULL DEFAULT 0,
      ended_at timestamptz,
      reason varchar(400),
      mail_sent_at timestamptz,
      mail_attempts integer NOT NULL DEFAULT 0,
      mail_next_attempt_at timestamptz,
      mail_error text,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS guarded_rollouts_project ON guarded_rollouts (project_id, id);
    CREATE INDEX IF NOT EXISTS guarded_rollouts_due
      ON guarded_rollouts (next_check_at, id) WHERE status = 'running';
    CREATE INDEX IF NOT EXISTS guarded_rollouts_mail
      ON guarded_rollouts (mail_next_attempt_at) WHERE mail_sent_at IS NULL;
    CREATE UNIQUE INDEX IF NOT EXISTS guarded_rollouts_one_per_flag
      ON guarded_rollouts (feature_flag_id) WHERE status = 'running';
    CREATE TABLE IF NOT EXISTS guarded_rollout_checks (
      id bigserial PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      rollout_id integer NOT NULL REFERENCES guarded_rollouts (id) ON DELETE CASCADE,
      checked_at timestamptz NOT NULL,
      step integer NOT NULL,
      action varchar(20) NOT NULL,
      reason varchar(400),
      numbers jsonb NOT NULL
    );
    CREATE INDEX IF NOT EXISTS guarded_rollout_checks_rollout
      ON guarded_rollout_checks (rollout_id, id);
  `,
} as const;
