import type { OrganizationAuthor } from '../activity-log/history';
import type { Reader } from '../activity-log/unit-of-work';
import { findUser } from '../users/user-repository';

/** Above all roles: the operator. */
const OPERATOR_LEVEL = 100;

/** The role that the author has now; 0 for somebody who was removed. A credential may be older than that. */
export async function levelOf(db: Reader, { userId }: OrganizationAuthor): Promise<number> {
  if (userId === null) return OPERATOR_LEVEL;
  const user = await findUser(db, userId);
  return user?.isActive === true ? user.organizationLevel : 0;
}
