import { bearerToken } from '@tidemark/access';
import type { RawRequest } from '@tidemark/platform';
import { ApiError } from '@tidemark/platform';
import type { Credential } from './credential';
import { bodyKey, queryKey } from './credential';

/**
 * The first place that has a credential wins: header, body, query string. Only that one is tried. A body
 * that cannot be read has none; its fault is told later, to a caller who may hear it.
 */
export async function findCredential(request: RawRequest): Promise<Credential | null> {
  const fromHeader = bearerToken(request.header('authorization'));
  if (fromHeader !== null) return { value: fromHeader, foundIn: 'Authorization header' };
  const fromBody = bodyKey(await readableBody(request));
  if (fromBody !== null) return { value: fromBody, foundIn: 'body' };
  const fromQuery = queryKey(request.url);
  return fromQuery === null ? null : { value: fromQuery, foundIn: 'query string' };
}

async function readableBody(request: RawRequest): Promise<unknown> {
  try {
    return await request.body();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
