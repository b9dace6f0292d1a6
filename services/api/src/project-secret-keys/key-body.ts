import type { ProjectSecretKeyBody } from '@tidemark/contracts';
import type { ProjectSecretKey, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** `value` is given only where it has just been made. */
export function keyBody(
  key: ProjectSecretKey,
  people: ReadonlyMap<number, User>,
  value: string | null = null,
): ProjectSecretKeyBody {
  const creator = people.get(key.createdById ?? 0);
  return {
    id: key.id,
    label: key.label,
    value,
    mask_value: key.maskValue,
    created_at: wireTime(key.createdAt),
    created_by: creator === undefined ? null : userBasicBody(creator),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
    last_rolled_at: wireTimeOrNull(key.lastRolledAt),
    scopes: [...key.scopes],
  };
}
