import type { TidemarkClient } from '@tidemark/client';
import { PermissionError } from '@tidemark/client';

/** What the key of a session may do. */
export interface KeyFacts {
  readonly scopes: readonly string[];
}

/**
 * Reads the scopes of the client's key.
 *
 * @throws AuthenticationError where the key is not valid; ConnectionError
 */
export async function readKey(client: TidemarkClient): Promise<KeyFacts> {
  const { scopes } = await client.get('/api/personal_api_keys/@current/');
  return { scopes };
}

/** Whether a key with `held` scopes has all of `needed`: `*` covers all, write covers read. */
export function hasScopes(held: readonly string[], needed: readonly string[]): boolean {
  const has = (scope: string): boolean =>
    held.includes('*') ||
    held.includes(scope) ||
    (scope.endsWith(':read') && held.includes(scope.replace(/:read$/, ':write')));
  return needed.every(has);
}

/** The project of the client, or null where the key may not read projects. */
export async function readProject(client: TidemarkClient) {
  try {
    return await client.get('/api/projects/{project_id}/');
  } catch (error) {
    if (error instanceof PermissionError) return null;
    throw error;
  }
}
