/**
 * Secret keys of projects with scopes. They do not belong to a user, so they stay valid when a user is removed. Only
 * hashes of their values are stored.
 */
export const projectSecretApiKeys = {
  id: 52,
  name: 'project-secret-api-keys',
  sql: `
    CREATE TABLE IF NOT EXISTS project_secret_api_keys (
      id text PRIMARY KEY,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      label text NOT NULL,
      secure_value text NOT NULL UNIQUE,
      mask_value text NOT NULL,
      scopes text[] NOT NULL,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      last_rolled_at timestamptz,
      CONSTRAINT project_secret_api_keys_by_label UNIQUE (project_id, label)
    );
  `,
} as const;
