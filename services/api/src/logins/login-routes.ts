import { bearerToken } from '@tidemark/access';
import {
  loginResponseSchema,
  loginRequestSchema,
  logoutRequestSchema,
  refreshRequestSchema,
  tokenLoginResponseSchema,
} from '@tidemark/contracts';
import { authenticationFailed, notAuthenticated } from '@tidemark/platform';
import { isFromConsole } from '../auth/own-page';
import { sessionEnded } from '../auth/session-directory';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import type { ConsoleDeps } from './console-session';
import { closeConsoleSession, openConsoleSession, requireConsole } from './console-session';
import type { IssuedTokens, LoginDeps } from './sign-in';
import { checkPassword, openTokenSession, placeOf, refreshSession, signOut } from './sign-in';

/** Nobody's address and password are longer. */
const MAX_BODY_BYTES = 16 * 1024;

/** The way in and out for people (docs/security.md); keys need none of it. */
export function createLoginRoutes(deps: LoginDeps & ConsoleDeps): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'login_create',
      summary: 'Sign in with an address and a password',
      method: 'POST',
      path: '/api/login/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: loginRequestSchema,
      description:
        'With the header `X-Tidemark-Console: 1`, from a page of this server, the session is set as a cookie and no tokens are returned.',
      response: loginResponseSchema,
      rejections: [403],
      async handle(request) {
        const { email, password } = request.body;
        await deps.limits.takeAddress(request.caller.address);
        const wantsCookie = isFromConsole(request);
        if (wantsCookie) requireConsole(deps, request);
        const user = await checkPassword(deps, email, password);
        if (!wantsCookie) return responseOf(await openTokenSession(deps, user, placeOf(request)));
        await openConsoleSession(deps, request, user.id);
        return { success: true as const };
      },
    }),
    publicRoute({
      name: 'login_refresh',
      summary: 'Renew the tokens of a session',
      method: 'POST',
      path: '/api/login/refresh/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: refreshRequestSchema,
      response: tokenLoginResponseSchema,
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
      rejections: [403],
      async handle(request) {
        const { header, body } = request;
        await deps.limits.takeRefresh(request.caller.address);
        const accessToken = bearerToken(header('authorization'));
        const refreshToken = body?.refresh_token ?? null;
        if (accessToken === null && refreshToken === null) {
          const cookie = await deps.cookies.read(request);
          if (cookie === null) throw notAuthenticated();
          if (!(await closeConsoleSession(deps, request, cookie))) throw sessionEnded();
          return;
        }
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
