import type { History } from '../activity-log/history';
import type { User } from './user';

/** How users are logged. Of a password, only the fact that it was set is logged. */
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
