import type { Selectable } from 'kysely';
import type { PersonalApiKeyTable } from '../schema';
import type { SecretKey } from '../secret-keys/secret-key';
import { toSecretKey } from '../secret-keys/secret-key';

/** A secret key of one user. Its scopes are `object:read`, `object:write` or `*`; an empty list grants nothing. */
export interface PersonalApiKey extends SecretKey {
  readonly userId: number;
  /** The ids of the allowed projects; empty means all. */
  readonly scopedTeams: readonly number[];
  /** The uuids of the allowed organizations; empty means all. */
  readonly scopedOrganizations: readonly string[];
}

export function toPersonalApiKey(row: Selectable<PersonalApiKeyTable>): PersonalApiKey {
  return {
    ...toSecretKey(row),
    userId: row.user_id,
    scopedTeams: row.scoped_teams,
    scopedOrganizations: row.scoped_organizations,
  };
}
