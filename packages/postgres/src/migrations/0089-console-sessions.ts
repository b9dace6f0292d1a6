/**
 * Sessions of browsers, which have the hash of a cookie instead of refresh tokens; and the one-time tokens (their
 * hashes) for the first password.
 */
export const consoleSessions = {
  id: 89,
  name: 'console-sessions',
  sql: `
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS cookie_hash text;
    CREATE UNIQUE INDEX IF NOT EXISTS login_sessions_by_cookie ON login_sessions (cookie_hash)
      WHERE cookie_hash IS NOT NULL;

    CREATE TABLE IF NOT EXISTS setup_tokens (
      hash text PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
  `,
} as const;
