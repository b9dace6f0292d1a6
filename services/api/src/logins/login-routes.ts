import { bearerToken } from '@tidemark/access';
import {
  loginResponseSchema,
  loginRequestSchema,
  logoutRequestSchema,
  refreshRequestSchema,
} from '@tidemark/contracts';
import { authenticationFailed, notAuthenticated } from '@tidemark/platform';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import type { IssuedTokens, LoginDeps } from './sign-in';
import { refreshSession, signIn, signOut } from './sign-in';

/** Nobody's address and password are longer. */
const MAX_BODY_BYTES = 16 * 1024;

/** The way in and out for people (docs/security.md); keys need none of it. */
export function createLoginRoutes(deps: LoginDeps): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'login_create',
      summary: 'Sign in with an address and a password',
      method: 'POST',
      path: '/api/login/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: loginRequestSchema,
      response: loginResponseSchema,
      async handle({ caller: { address }, body: { email, password } }) {
        await deps.limits.takeAddress(address);
        return responseOf(await signIn(deps, email, password));
      },
    }),
    publicRoute({
      name: 'login_refresh',
      summary: 'Renew the tokens of a session',
      method: 'POST',
      path: '/api/login/refresh/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: refreshRequestSchema,
      response: loginResponseSchema,
      async handle({ caller: { address }, body }) {
        await deps.limits.takeRefresh(address);
        return responseOf(await refreshSession(deps, body.refresh_token));
      },
    }),
    publicRoute({
      name: 'logout_create',
      summary: 'End a session',
      method: 'POST',
      path: '/api/logout/',
      maxBodyBytes: MAX_BODY_BYTES,
      status: 204,
      body: logoutRequestSchema,
      async handle({ caller: { address }, header, body }) {
        await deps.limits.takeRefresh(address);
        const accessToken = bearerToken(header('authorization'));
        const refreshToken = body?.refresh_token ?? null;
        if (accessToken === null && refreshToken === null) throw notAuthenticated();
        if (!(await signOut(deps, { accessToken, refreshToken }))) {
          throw authenticationFailed(
            refreshToken === null ? 'Invalid access token.' : 'Invalid refresh token.',
          );
        }
      },
    }),
  ];
}

function responseOf(tokens: IssuedTokens) {
  return {
    success: true as const,
    access_token: tokens.accessToken,
    token_type: 'Bearer' as const,
    expires_in: tokens.expiresInSeconds,
    refresh_token: tokens.refreshToken,
    refresh_expires_in: tokens.refreshExpiresInSeconds,
  };
}
