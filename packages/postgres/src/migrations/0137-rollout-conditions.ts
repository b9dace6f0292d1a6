/** Adds the condition of a guarded rollout as it was at its beginning. Null for rollouts that began before. */
export const rolloutConditions = {
  id: 137,
  name: 'rollout-conditions',
  sql: `
    ALTER TABLE guarded_rollouts ADD COLUMN IF NOT EXISTS condition jsonb;
  `,
} as const;
