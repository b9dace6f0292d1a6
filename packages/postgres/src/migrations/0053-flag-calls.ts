/** When a flag was last asked for, by its `$feature_flag_called` events; null until the first. */
export const flagCalls = {
  id: 53,
  name: 'flag-calls',
  sql: `
    ALTER TABLE feature_flags ADD COLUMN IF NOT EXISTS last_called_at timestamptz;
  `,
} as const;
