/**
 * Sessions of browsers: the hash of the cookie that stands for one, in the place of refresh tokens. And the one-time
 * tokens (their hashes) with which the first password is set.
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
