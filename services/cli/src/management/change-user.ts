import type { Database, LoginRepository, User } from '@tidemark/postgres';
import {
  createLoginRepository,
  createUserRepository,
  recordChange,
  USER_HISTORY,
} from '@tidemark/postgres';
import { operatorOf } from './context';

/** Changes a user and tells of it; of `secret` fields no more than that they changed. */
export function changeUser(
  database: Database,
  user: User,
  secret: readonly string[],
  change: (logins: LoginRepository) => Promise<void>,
): Promise<void> {
  return recordChange(database, USER_HISTORY, operatorOf(user), async (within, tell) => {
    const users = createUserRepository(within);
    const before = await users.findById(user.id);
    await change(createLoginRepository(within));
    tell(before, await users.findById(user.id), { secret });
  });
}
