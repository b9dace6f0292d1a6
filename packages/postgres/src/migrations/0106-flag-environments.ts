/** Projects that are the environments of one product, in the order of promotion. */
export const flagEnvironments = {
  id: 106,
  name: 'flag-environments',
  sql: `
    CREATE TABLE IF NOT EXISTS environment_chains (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      name varchar(400) NOT NULL,
      created_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS environment_chains_organization
      ON environment_chains (organization_id, created_at);
    CREATE TABLE IF NOT EXISTS environments (
      project_id integer PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      chain_id uuid NOT NULL REFERENCES environment_chains (id) ON DELETE CASCADE,
      name varchar(100) NOT NULL,
      position integer NOT NULL
    );
    CREATE INDEX IF NOT EXISTS environments_chain ON environments (chain_id, position);
  `,
} as const;
