/** Finished deliveries per hour, so that their numbers are read without reading millions of deliveries. */
export const deliveryHours = {
  id: 151,
  name: 'delivery-hours',
  sql: `
    CREATE TABLE IF NOT EXISTS delivery_hours (
      destination_id uuid NOT NULL,
      hour timestamptz NOT NULL,
      project_id integer NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      delivered bigint NOT NULL,
      failed bigint NOT NULL,
      PRIMARY KEY (destination_id, hour)
    );
    CREATE INDEX IF NOT EXISTS delivery_hours_by_age ON delivery_hours (hour);
    INSERT INTO delivery_hours (destination_id, hour, project_id, delivered, failed)
    SELECT destination_id, date_trunc('hour', finished_at, 'UTC'), min(project_id),
      count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'failed')
    FROM deliveries WHERE finished_at IS NOT NULL GROUP BY 1, 2
    ON CONFLICT DO NOTHING;
  `,
} as const;
