/** Invitations to an organization. Only a hash of the link's token is stored; an accepted invitation is deleted. */
export const organizationInvites = {
  id: 92,
  name: 'organization-invites',
  sql: `
    CREATE TABLE IF NOT EXISTS organization_invites (
      id uuid PRIMARY KEY,
      organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      target_email text NOT NULL,
      first_name text NOT NULL DEFAULT '',
      level smallint NOT NULL,
      token_hash text NOT NULL UNIQUE,
      created_by integer REFERENCES users (id) ON DELETE SET NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS organization_invites_by_organization
      ON organization_invites (organization_id, created_at DESC);
  `,
} as const;
