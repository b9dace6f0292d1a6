/** The network address and user agent of a session, by which its user recognises it. */
export const sessionPlaces = {
  id: 93,
  name: 'session-places',
  sql: `
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS last_seen_at timestamptz;
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS address text;
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS user_agent text;
  `,
} as const;
