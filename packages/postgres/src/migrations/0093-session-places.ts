/** Where a session is used, so that its user can tell it from others. */
export const sessionPlaces = {
  id: 93,
  name: 'session-places',
  sql: `
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS last_seen_at timestamptz;
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS address text;
    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS user_agent text;
  `,
} as const;
