import type { Identity } from '@tidemark/access';
import type { Scope } from '@tidemark/contracts';
import { grants } from '@tidemark/contracts';
import { permissionDenied } from '@tidemark/platform';

/** Rejects a key with more permissions than its creator has. @throws ApiError 403 */
export function rejectWiderScopes(caller: Pick<Identity, 'key'>, scopes: readonly string[]): void {
  const wider = scopes.find((scope) => !grants(caller.key.scopes, scope as Scope | '*'));
  if (wider === undefined) return;
  throw permissionDenied(`Your role in the organization does not include '${wider}'`);
}
