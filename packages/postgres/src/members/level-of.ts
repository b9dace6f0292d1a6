import type { OrganizationAuthor } from '../activity-log/history';
import type { Reader } from '../activity-log/unit-of-work';
import { findUser } from '../users/user-repository';

/** The level of the operator, above all roles. */
const OPERATOR_LEVEL = 100;

/**
 * The current role of the author, or 0 for a removed member: their credential may have been issued before the change.
 */
export async function levelOf(db: Reader, { userId }: OrganizationAuthor): Promise<number> {
  if (userId === null) return OPERATOR_LEVEL;
  const user = await findUser(db, userId);
  return user?.isActive === true ? user.organizationLevel : 0;
}
