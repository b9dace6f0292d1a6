/** Approval policies for changes of flags, and change requests. */
export const approvals = {
  id: 105,
  name: 'approvals',
  sql: `
    CREATE TABLE IF NOT EXISTS approval_policies (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      action_key varchar(128) NOT NULL,
      conditions jsonb NOT NULL DEFAULT '{}',
      approver_config jsonb NOT NULL,
      bypass_levels integer[] NOT NULL DEFAULT '{}',
      expires_after_seconds integer NOT NULL DEFAULT 1209600,
      enabled boolean NOT NULL DEFAULT true,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS approval_policies_action
      ON approval_policies (project_id, action_key);
    CREATE TABLE IF NOT EXISTS change_requests (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      action_key varchar(128) NOT NULL,
      flag_id integer,
      flag_key varchar(400) NOT NULL,
      flag_version integer,
      fields jsonb NOT NULL,
      intent jsonb NOT NULL,
      intent_display jsonb NOT NULL,
      policy_snapshot jsonb NOT NULL,
      state varchar(16) NOT NULL DEFAULT 'pending',
      validation_status varchar(16) NOT NULL DEFAULT 'valid',
      validated_at timestamptz,
      reason text NOT NULL DEFAULT '',
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      applied_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      applied_at timestamptz,
      apply_error text NOT NULL DEFAULT '',
      result_data jsonb
    );
    CREATE INDEX IF NOT EXISTS change_requests_project
      ON change_requests (project_id, created_at DESC);
    CREATE INDEX IF NOT EXISTS change_requests_pending
      ON change_requests (project_id, flag_key) WHERE state = 'pending';
    CREATE TABLE IF NOT EXISTS change_request_notes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      change_request_id uuid NOT NULL REFERENCES change_requests (id) ON DELETE CASCADE,
      kind varchar(16) NOT NULL,
      reason text NOT NULL DEFAULT '',
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX IF NOT EXISTS change_request_decisions
      ON change_request_notes (change_request_id, created_by_id) WHERE kind <> 'comment';
    CREATE INDEX IF NOT EXISTS change_request_notes_request
      ON change_request_notes (change_request_id, created_at);
  `,
} as const;
