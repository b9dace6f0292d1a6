import { bearerToken } from '@tidemark/access';
import type { RawRequest } from '@tidemark/platform';
import { ApiError } from '@tidemark/platform';
import type { BodyCredentialLimit } from './body-credential-limit';
import type { Credential } from './credential';
import { bodyKey, queryKey } from './credential';
import { isFromConsole } from './own-page';
import type { SessionCookies } from './session-cookie';

/** A larger body is not parsed before its sender is known: its credential belongs in the Authorization header. */
export const MAX_CREDENTIAL_BODY_BYTES = 64 * 1024;

/**
 * The first place that has a credential wins: header, body, query string, cookie. Only that one is tried. A body
 * that cannot be read has none; its fault is reported later, to a caller who may hear it. Neither has a
 * body of unknown length, a multipart form, or one of more than `MAX_CREDENTIAL_BODY_BYTES`. Bodies of the console,
 * which no other page can be taken for, are not searched: they have a cookie.
 *
 * @throws ApiError 429 when the address has sent too many bodies without a header
 */
export async function findCredential(
  request: RawRequest,
  limit: BodyCredentialLimit,
  cookies: Pick<SessionCookies, 'read'>,
): Promise<Credential | null> {
  const fromHeader = bearerToken(request.header('authorization'));
  if (fromHeader !== null) return { value: fromHeader, foundIn: 'Authorization header' };
  const cookie = await cookies.read(request);
  const fromCookie = cookie === null ? null : ({ value: cookie, foundIn: 'cookie' } as const);
  if (fromCookie !== null && isFromConsole(request)) return fromCookie;
  const fromBody = bodyKey(await smallBody(request, limit));
  if (fromBody !== null) return { value: fromBody, foundIn: 'body' };
  const fromQuery = queryKey(request.url);
  return fromQuery === null ? fromCookie : { value: fromQuery, foundIn: 'query string' };
}

async function smallBody(request: RawRequest, limit: BodyCredentialLimit): Promise<unknown> {
  const { announcedBytes } = request;
  if (announcedBytes === null || !(announcedBytes > 0)) return null;
  if (announcedBytes > MAX_CREDENTIAL_BODY_BYTES) return null;
  await limit.take(request.address);
  try {
    return await request.body();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
