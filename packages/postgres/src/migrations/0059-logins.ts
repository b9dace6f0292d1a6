/**
 * Sign-in of users: a password (its hash) and a role, sessions, and the refresh tokens of each session (their
 * hashes). A used token is kept as long as its session, because its repeated use indicates a theft. All existing
 * users become owners of the organization.
 */
export const logins = {
  id: 59,
  name: 'logins',
  sql: `
    ALTER TABLE users ADD COLUMN IF NOT EXISTS password_hash text;
    ALTER TABLE users ADD COLUMN IF NOT EXISTS organization_level smallint NOT NULL DEFAULT 15
      CHECK (organization_level IN (1, 8, 15));
    CREATE INDEX IF NOT EXISTS users_by_lower_email ON users (lower(email));

    CREATE TABLE IF NOT EXISTS login_sessions (
      id uuid PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      revoked_at timestamptz,
      revoked_because text
    );
    CREATE INDEX IF NOT EXISTS login_sessions_by_user ON login_sessions (user_id);
    CREATE INDEX IF NOT EXISTS login_sessions_by_end ON login_sessions (expires_at);

    CREATE TABLE IF NOT EXISTS refresh_tokens (
      hash text PRIMARY KEY,
      session_id uuid NOT NULL REFERENCES login_sessions (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS refresh_tokens_by_session ON refresh_tokens (session_id);
  `,
} as const;
