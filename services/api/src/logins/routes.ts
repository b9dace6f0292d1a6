import { createSealedBox } from '@tidemark/platform';
import type { Auth } from '../auth/open-auth';
import type { PublicRoute } from '../auth/routes';
import type { ApiParts } from '../parts';
import { openLoginProvider } from '../provider-login/open-login-provider';
import { createLoginLimits } from './login-limits';
import { createLoginRoutes } from './login-routes';
import { createProviderRoutes } from './provider-routes';
import { createSecondFactorRoutes } from './second-factor-routes';
import { createSetupRoutes } from './setup-routes';

/** Signing in and out, the only routes without a caller. */
export function createLoginsRoutes(
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
    | 'setup'
    | 'redis'
    | 'now'
    | 'logger'
  >,
  {
    sessions,
    tokens,
    cookies,
    loginCookies,
    address,
  }: Pick<Auth, 'sessions' | 'tokens' | 'cookies' | 'loginCookies' | 'address'>,
): readonly PublicRoute[] {
  const { config, logger } = parts;
  const key = config.LOGIN_SECRETS_KEY;
  const deps = {
    ...parts,
    cookies,
    loginCookies,
    address,
    sessions: parts.loginSessions,
    challenges: parts.loginChallenges,
    loginSecrets: key === undefined ? null : createSealedBox(key),
    tokens,
    forget: () => {
      sessions.forget();
    },
    limits: createLoginLimits(parts.redis),
  };
  return [
    ...createLoginRoutes(deps),
    ...createSecondFactorRoutes(deps),
    ...createProviderRoutes({ ...deps, configured: openLoginProvider(config, logger) }),
    ...createSetupRoutes(deps),
  ];
}
