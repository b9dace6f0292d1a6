import type { PersonalApiKeyBody } from '@tidemark/contracts';
import type { PersonalApiKey } from '@tidemark/postgres';
import { secretKeyBody } from '../secret-keys/key-body';

/** `value` is given only where it has just been made. */
export function keyBody(key: PersonalApiKey, value: string | null = null): PersonalApiKeyBody {
  return {
    ...secretKeyBody(key, value),
    description: null,
    user_id: key.userId,
    scoped_teams: [...key.scopedTeams],
    scoped_organizations: [...key.scopedOrganizations],
    is_legacy_hashing: false,
    local_dev_value: null,
  };
}
