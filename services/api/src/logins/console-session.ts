import { generateSessionCookie, hashConsoleSecret } from '@tidemark/access';
import type { RawRequest } from '@tidemark/platform';
import type { SecondFactor } from '@tidemark/postgres';
import type { PublicCaller } from '../auth/access';
import type { OwnAddress } from '../auth/own-address';
import { requireOwnPage } from '../auth/own-page';
import type { SessionCookies } from '../auth/session-cookie';
import type { LoginDeps } from './sign-in';
import { placeOf, SESSION_SECONDS } from './sign-in';

/** Sessions of browsers. */
export interface ConsoleDeps {
  readonly cookies: SessionCookies;
  readonly address: OwnAddress;
}

/** A request that asks for a cookie, or to end the session of one. */
export type BrowserRequest = Pick<RawRequest, 'url' | 'header' | 'responseHeader'> & {
  readonly caller: PublicCaller;
};

/**
 * Rejects a sign-in from a page of another origin; sign-ins are always a POST.
 * @throws ApiError 403
 */
export function requireConsole(
  { address }: ConsoleDeps,
  { url, header }: Pick<BrowserRequest, 'url' | 'header'>,
): void {
  requireOwnPage({ method: 'POST', url, header }, address);
}

/** Opens a session and gives its cookie to the browser. */
export async function openConsoleSession(
  deps: ConsoleDeps & Pick<LoginDeps, 'sessions' | 'now'>,
  request: BrowserRequest,
  userId: number,
  secondFactor: SecondFactor | null = null,
): Promise<void> {
  const value = generateSessionCookie();
  const now = deps.now();
  await deps.sessions.open({
    userId,
    secret: { cookieHash: hashConsoleSecret(value) },
    place: placeOf(request),
    secondFactor,
    now,
    expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1_000),
  });
  request.responseHeader('Set-Cookie', await deps.cookies.write(request, value, SESSION_SECONDS));
}

/**
 * Ends the session of the request's cookie, and deletes the cookie.
 *
 * @returns false when the session was over
 * @throws ApiError 403
 */
export async function closeConsoleSession(
  deps: ConsoleDeps & Pick<LoginDeps, 'sessions' | 'now' | 'forget'>,
  request: BrowserRequest,
  value: string,
): Promise<boolean> {
  requireConsole(deps, request);
  request.responseHeader('Set-Cookie', await deps.cookies.clear(request));
  const found = await deps.sessions.findActiveByCookie(hashConsoleSecret(value), deps.now());
  if (found === null) return false;
  await deps.sessions.end(found.session.id, deps.now());
  deps.forget();
  return true;
}
