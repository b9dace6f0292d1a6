import { bearerToken } from '@tidemark/access';
import {
  loginResponseSchema,
  loginRequestSchema,
  logoutRequestSchema,
  refreshRequestSchema,
  tokenLoginResponseSchema,
} from '@tidemark/contracts';
import { ApiError, authenticationFailed, notAuthenticated } from '@tidemark/platform';
import type { SecondFactor, User } from '@tidemark/postgres';
import { hasSecondFactor } from '@tidemark/postgres';
import { isFromConsole } from '../auth/own-page';
import { sessionEnded } from '../auth/session-directory';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import { closeConsoleSession, requireConsole } from './console-session';
import type { StepDeps } from './login-step';
import { continueSignIn, requireCode } from './login-step';
import type { IssuedTokens } from './sign-in';
import { checkPassword, openTokenSession, placeOf, refreshSession, signOut } from './sign-in';

/** The maximum size of a body with an address and a password. */
const MAX_BODY_BYTES = 16 * 1024;

/** Routes for signing in and out (docs/security.md); keys do not need them. */
export function createLoginRoutes(deps: StepDeps): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'login_create',
      summary: 'Sign in with an e-mail address and a password',
      method: 'POST',
      path: '/api/login/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: loginRequestSchema,
      description:
        'With the header `X-Tidemark-Console: 1`, from a page of this server, the session is set as a cookie and no tokens are returned; a user with a second factor must enter it first. Without the header, `code` is needed for such a user.',
      response: loginResponseSchema,
      rejections: [403],
      async handle(request) {
        const { email, password } = request.body;
        await deps.limits.takeAddress(request.caller.address);
        const wantsCookie = isFromConsole(request);
        if (wantsCookie) requireConsole(deps, request);
        const user = await checkPassword(deps, email, password);
        if (wantsCookie) {
          return (await continueSignIn(deps, request, user)) ?? { success: true as const };
        }
        const factor = await secondFactorOf(deps, user, request.body.code);
        return responseOf(await openTokenSession(deps, user, placeOf(request), factor));
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

/** Programs send the code with the password. @throws ApiError 401 without one, 400 for a wrong one */
async function secondFactorOf(
  deps: StepDeps,
  user: User,
  code: string | undefined,
): Promise<SecondFactor | null> {
  if (!hasSecondFactor(await deps.secondFactors.read(user.id))) return null;
  if (code === undefined) {
    // The same response as PostHog's.
    throw new ApiError(401, 'authentication_error', '2fa_required', '2FA is required.');
  }
  return requireCode(deps, user, code);
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
