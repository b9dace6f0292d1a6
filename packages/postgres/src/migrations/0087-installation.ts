/**
 * The id of this installation, which is also stored in its other stores, so that stores of different installations
 * are not used together. `marked` lists the stores that have it.
 */
export const installation = {
  id: 87,
  name: 'installation',
  sql: `
    CREATE TABLE IF NOT EXISTS installation (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      marked text[] NOT NULL DEFAULT '{}'
    );
    INSERT INTO installation DEFAULT VALUES ON CONFLICT DO NOTHING;
  `,
} as const;
