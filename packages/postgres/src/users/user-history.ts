import type { History } from '../activity-log/history';
import type { User } from './user';

/** People who manage projects; that a password was set is reported, and no more of it. */
export const USER_HISTORY: History<User> = {
  scope: 'User',
  nameOf: (user) => user.email,
  wireFields: (user) => ({
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    level: user.organizationLevel,
    is_active: user.isActive,
  }),
};
