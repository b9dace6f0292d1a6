import type { Scope } from '@tidemark/contracts';
import { grants } from '@tidemark/contracts';
import { permissionDenied } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { AnyIdentity, Grant } from './identity';

/** Checks of a caller's permissions (`docs/wire/api.md#scope-form`). Every error is an ApiError 403. */

/** Checks that the key, or the role of the signed-in user, has the scope. */
export function requireScope(
  {
    key,
    session,
  }: { readonly key: Pick<Grant, 'scopes'>; readonly session?: AnyIdentity['session'] },
  scope: Scope | '*',
): void {
  if (grants(key.scopes, scope)) return;
  throw permissionDenied(
    session === undefined
      ? `API key missing required scope '${scope}'`
      : `Your role in the organization does not include '${scope}'`,
  );
}

/** Checks that the key is not limited to other organizations. */
export function requireOrganization(
  { key }: Pick<AnyIdentity, 'key'>,
  organizationId: string,
): void {
  const { scopedOrganizations } = key;
  if (scopedOrganizations.length > 0 && !scopedOrganizations.includes(organizationId)) {
    throw permissionDenied(
      `API key does not have access to the requested organization: ID ${organizationId}.`,
    );
  }
}

/**
 * Checks that the key is not limited to other projects. Must be called before the project is read, so that a limited
 * key cannot find out which other projects exist.
 */
export function requireProjectId(
  { key: { scopedTeams } }: Pick<AnyIdentity, 'key'>,
  id: number,
): void {
  if (scopedTeams.length > 0 && !scopedTeams.includes(id)) {
    throw permissionDenied(`API key does not have access to the requested project: ID ${id}.`);
  }
}

/** Checks that the key's limits and the user's membership allow access to the project. */
export function requireProject(
  identity: AnyIdentity,
  project: Pick<Project, 'id' | 'organizationId'>,
): void {
  requireProjectId(identity, project.id);
  requireOrganization(identity, project.organizationId);
  // A project secret key has no user, and its limit to the project was checked above.
  if (identity.user !== null && project.organizationId !== identity.user.organizationId) {
    throw permissionDenied("You don't have access to the project.");
  }
}
