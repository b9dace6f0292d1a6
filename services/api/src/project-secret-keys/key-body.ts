import type { ProjectSecretKeyBody } from '@tidemark/contracts';
import type { ProjectSecretKey, User } from '@tidemark/postgres';
import { secretKeyBody } from '../secret-keys/key-body';
import { userBasicBody } from '../users/user-body';

/** `value` is given only when it has just been generated. */
export function keyBody(
  key: ProjectSecretKey,
  people: ReadonlyMap<number, User>,
  value: string | null = null,
): ProjectSecretKeyBody {
  const creator = people.get(key.createdById ?? 0);
  return {
    ...secretKeyBody(key, value),
    created_by: creator === undefined ? null : userBasicBody(creator),
  };
}
