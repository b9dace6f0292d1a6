import type { PersonalApiKeyBody } from '@tidemark/contracts';
import type { PersonalApiKey } from '@tidemark/postgres';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** `value` is given only where it has just been made. */
export function keyBody(key: PersonalApiKey, value: string | null = null): PersonalApiKeyBody {
  return {
    id: key.id,
    label: key.label,
    description: null,
    value,
    mask_value: key.maskValue,
    created_at: wireTime(key.createdAt),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
    last_rolled_at: wireTimeOrNull(key.lastRolledAt),
    user_id: key.userId,
    scopes: [...key.scopes],
    scoped_teams: [...key.scopedTeams],
    scoped_organizations: [...key.scopedOrganizations],
    is_legacy_hashing: false,
    local_dev_value: null,
  };
}
