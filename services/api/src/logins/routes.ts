import type { Auth } from '../auth/open-auth';
import type { PublicRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { createLoginLimits } from './login-limits';
import { createLoginRoutes } from './login-routes';

/** Signing in and out, the only routes without a caller. */
export function createLoginsRoutes(
  parts: Pick<ApiParts, 'logins' | 'loginSessions' | 'redis' | 'now' | 'logger'>,
  { sessions, tokens }: Pick<Auth, 'sessions' | 'tokens'>,
): readonly PublicRoute[] {
  return createLoginRoutes({
    ...parts,
    sessions: parts.loginSessions,
    tokens,
    forget: () => {
      sessions.forget();
    },
    limits: createLoginLimits(parts.redis),
  });
}
