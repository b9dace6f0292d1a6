import type { Auth } from '../auth/open-auth';
import type { PublicRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createLoginLimits } from './login-limits';
import { createLoginRoutes } from './login-routes';
import { createSetupRoutes } from './setup-routes';

/** Signing in and out, the only routes without a caller. */
export function createLoginsRoutes(
  parts: Pick<ApiParts, 'logins' | 'loginSessions' | 'setup' | 'redis' | 'now' | 'logger'>,
  { sessions, tokens, cookies, address }: Pick<Auth, 'sessions' | 'tokens' | 'cookies' | 'address'>,
): readonly PublicRoute[] {
  const deps = {
    ...parts,
    cookies,
    address,
    sessions: parts.loginSessions,
    tokens,
    forget: () => {
      sessions.forget();
    },
    limits: createLoginLimits(parts.redis),
  };
  return [...createLoginRoutes(deps), ...createSetupRoutes(deps)];
}
