import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Timestamp } from './columns';

interface OrganizationTable {
  id: string;
  name: string;
  slug: string;
  created_at: CreatedAt;
}

export interface UserTable {
  id: Generated<number>;
  uuid: string;
  distinct_id: string;
  organization_id: string;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  is_email_verified: boolean | null;
  hedgehog_config: ColumnType<
    Record<string, unknown> | null,
    string | null | undefined,
    string | null
  >;
  role_at_organization: string | null;
  is_active: Generated<boolean>;
  current_project_id: number | null;
  password_hash: string | null;
  organization_level: Generated<number>;
  created_at: CreatedAt;
}

export interface LoginSessionTable {
  id: string;
  user_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revoked_because: string | null;
  cookie_hash: string | null;
  last_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  address: string | null;
  user_agent: string | null;
}

export interface OrganizationInviteTable {
  id: string;
  organization_id: string;
  target_email: string;
  first_name: Generated<string>;
  level: number;
  token_hash: string;
  created_by: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

interface SetupTokenTable {
  hash: string;
  user_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
}

interface RefreshTokenTable {
  hash: string;
  session_id: string;
  created_at: Timestamp;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface PersonalApiKeyTable {
  id: string;
  user_id: number;
  label: string;
  secure_value: string;
  mask_value: string;
  scopes: string[];
  scoped_teams: Generated<number[]>;
  scoped_organizations: Generated<string[]>;
  created_at: CreatedAt;
  last_used_at: Timestamp | null;
  last_rolled_at: Timestamp | null;
}

/** The tables of users and their keys. */
export interface AccountsTables {
  organizations: OrganizationTable;
  users: UserTable;
  login_sessions: LoginSessionTable;
  refresh_tokens: RefreshTokenTable;
  setup_tokens: SetupTokenTable;
  personal_api_keys: PersonalApiKeyTable;
  organization_invites: OrganizationInviteTable;
}
