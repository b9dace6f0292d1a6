/**
 * Finished deliveries by state: successful ones are removed after a shorter time than failed ones, and the statement that
 * removes them would read all failed ones that are kept.
 */
export const deliveryRetention = {
  id: 124,
  name: 'delivery-retention',
  sql: `
    CREATE INDEX IF NOT EXISTS deliveries_delivered_at ON deliveries (finished_at)
      WHERE state = 'delivered';
    CREATE INDEX IF NOT EXISTS deliveries_failed_at ON deliveries (finished_at) WHERE state = 'failed';
    DROP INDEX IF EXISTS deliveries_finished;
  `,
} as const;
