import type { Auth } from '../auth/open-auth';
import type { AccountRoute } from '../auth/routes';
import { createLoginLimits } from '../logins/login-limits';
import type { ApiParts } from '../parts';
import { createProfileRoutes } from './profile-routes';

/** Routes for the user's own name, address, password and sessions. */
export function createProfilesRoutes(
  parts: Pick<ApiParts, 'logins' | 'loginSessions' | 'redis' | 'now'>,
  auth: Pick<Auth, 'sessions' | 'directory'>,
): readonly AccountRoute[] {
  return createProfileRoutes({
    ...parts,
    sessions: parts.loginSessions,
    limits: createLoginLimits(parts.redis),
    forget: () => {
      auth.sessions.forget();
      auth.directory.forget();
    },
  });
}
