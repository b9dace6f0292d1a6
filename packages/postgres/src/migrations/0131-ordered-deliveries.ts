/**
 * Adds destinations that receive the events of each distinct id in their order. The position of a delivery is null if it
 * may be sent in any order.
 */
export const orderedDeliveries = {
  id: 131,
  name: 'ordered-deliveries',
  sql: `
    ALTER TABLE destinations ADD COLUMN IF NOT EXISTS ordered boolean NOT NULL DEFAULT false;
    ALTER TABLE deliveries ADD COLUMN IF NOT EXISTS position bigint;
    CREATE SEQUENCE IF NOT EXISTS delivery_positions OWNED BY deliveries.position;
    CREATE INDEX IF NOT EXISTS deliveries_in_order ON deliveries (destination_id, distinct_id, position)
      WHERE state = 'waiting' AND position IS NOT NULL;
  `,
} as const;
