import type { OrganizationAuthor } from '../activity-log/history';
import type { Reader } from '../activity-log/unit-of-work';
import { findUser } from '../users/user-repository';

/** The level of the operator, above all roles. */
const OPERATOR_LEVEL = 100;

/** The current role of the author, which may have changed since their credential was issued; 0 for a removed member. */
export async function levelOf(db: Reader, { userId }: OrganizationAuthor): Promise<number> {
  if (userId === null) return OPERATOR_LEVEL;
  const user = await findUser(db, userId);
  return user?.isActive === true ? user.organizationLevel : 0;
}
