import type { UsageLimits } from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Int8, Json, Timestamp } from './columns';

interface OrganizationTable {
  id: string;
  name: string;
  slug: string;
  created_at: CreatedAt;
  requires_second_factor: Generated<boolean>;
  usage_limits: Json<UsageLimits>;
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
  second_factor: string | null;
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

interface UserTotpTable {
  user_id: number;
  sealed_secret: string;
  created_at: Timestamp;
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_step: Int8;
}

interface RecoveryCodeTable {
  user_id: number;
  hash: string;
}

export interface PasskeyTable {
  id: string;
  user_id: number;
  credential_id: string;
  public_key: string;
  sign_count: Int8;
  transports: string[];
  rp_id: string;
  name: string;
  created_at: Timestamp;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface ProviderAccountTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_at: Timestamp;
}

interface LoginChallengeTable {
  hash: string;
  purpose: string;
  user_id: number | null;
  data: Json<Record<string, unknown>>;
  tries: Generated<number>;
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
  user_totp: UserTotpTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  provider_accounts: ProviderAccountTable;
  login_challenges: LoginChallengeTable;
}
