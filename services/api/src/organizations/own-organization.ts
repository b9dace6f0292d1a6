import type { Identity } from '@tidemark/access';
import { requireOrganization } from '@tidemark/access';
import { notFound } from '@tidemark/platform';

/**
 * The organization in a path; `@current` is the caller's. @throws ApiError 404 if it is not the caller's organization
 */
export function ownOrganization(caller: Identity, id: string): string {
  const own = caller.user.organizationId;
  if (id !== '@current' && id !== own) throw notFound('Organization not found.');
  requireOrganization(caller, own);
  return own;
}
