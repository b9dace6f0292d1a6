import { createSealedBox } from '@tidemark/platform';
import type { Auth } from '../auth/open-auth';
import type { AccountRoute } from '../auth/routes';
import { createLoginLimits } from '../logins/login-limits';
import type { ApiParts } from '../parts';
import { createFactorRoutes } from './factor-routes';
import { createProfileRoutes } from './profile-routes';
import { createProviderAccountRoutes } from './provider-account-routes';

/** Routes for the user's own name, address, password, second factors and sessions. */
export function createProfilesRoutes(
  parts: Pick<
    ApiParts,
    | 'config'
    | 'logins'
    | 'loginSessions'
    | 'loginChallenges'
    | 'passkeys'
    | 'providerAccounts'
    | 'secondFactors'
    | 'totps'
    | 'users'
    | 'redis'
    | 'now'
    | 'logger'
  >,
  auth: Pick<Auth, 'sessions' | 'directory' | 'address'>,
): readonly AccountRoute[] {
  const key = parts.config.LOGIN_SECRETS_KEY;
  const deps = {
    ...parts,
    sessions: parts.loginSessions,
    challenges: parts.loginChallenges,
    loginSecrets: key === undefined ? null : createSealedBox(key),
    address: auth.address,
    limits: createLoginLimits(parts.redis),
    forget: () => {
      auth.sessions.forget();
      auth.directory.forget();
    },
  };
  return [
    ...createProfileRoutes(deps),
    ...createFactorRoutes(deps),
    ...createProviderAccountRoutes(deps),
  ];
}
