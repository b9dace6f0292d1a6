import type { SecretKey } from '@tidemark/postgres';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** The wire format of every secret key. `value` is only given in the response that creates it. */
export function secretKeyBody(key: SecretKey, value: string | null) {
  return {
    id: key.id,
    label: key.label,
    value,
    mask_value: key.maskValue,
    created_at: wireTime(key.createdAt),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
    last_rolled_at: wireTimeOrNull(key.lastRolledAt),
    scopes: [...key.scopes],
  };
}
