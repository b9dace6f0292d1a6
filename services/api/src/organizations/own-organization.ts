import type { Identity } from '@tidemark/access';
import { requireOrganization } from '@tidemark/access';
import { notFound } from '@tidemark/platform';

/** The organization of a path; `@current` is the caller's. @throws ApiError 404 for another one than the caller's own */
export function ownOrganization(caller: Identity, id: string): string {
  const own = caller.user.organizationId;
  if (id !== '@current' && id !== own) throw notFound('Organization not found.');
  requireOrganization(caller, own);
  return own;
}
