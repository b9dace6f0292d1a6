/** The time of a flag's last `$feature_flag_called` event; null before the first. */
export const flagCalls = {
  id: 53,
  name: 'flag-calls',
  sql: `
    ALTER TABLE feature_flags ADD COLUMN IF NOT EXISTS last_called_at timestamptz;
  `,
} as const;
