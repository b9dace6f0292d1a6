import type { Selectable } from 'kysely';
import type { PersonalApiKeyTable } from '../schema';

/** A secret of one user; the value itself is never stored. */
export interface PersonalApiKey {
  readonly id: string;
  readonly userId: number;
  readonly label: string;
  readonly maskValue: string;
  /** `object:read`, `object:write` or `*`. Empty grants nothing. */
  readonly scopes: readonly string[];
  /** Project ids the key is limited to; empty = no limit. */
  readonly scopedTeams: readonly number[];
  /** Organization uuids the key is limited to; empty = no limit. */
  readonly scopedOrganizations: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastRolledAt: Date | null;
}

export function toPersonalApiKey(row: Selectable<PersonalApiKeyTable>): PersonalApiKey {
  return {
    id: row.id,
    userId: row.user_id,
    label: row.label,
    maskValue: row.mask_value,
    scopes: row.scopes,
    scopedTeams: row.scoped_teams,
    scopedOrganizations: row.scoped_organizations,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastRolledAt: row.last_rolled_at,
  };
}
