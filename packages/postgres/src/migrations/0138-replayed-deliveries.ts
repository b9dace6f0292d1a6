/** Adds the number of attempts before the latest replay: pauses between attempts begin again after it. */
export const replayedDeliveries = {
  id: 138,
  name: 'replayed-deliveries',
  sql: `
    ALTER TABLE deliveries ADD COLUMN IF NOT EXISTS attempts_before_replay integer NOT NULL DEFAULT 0;
  `,
} as const;
