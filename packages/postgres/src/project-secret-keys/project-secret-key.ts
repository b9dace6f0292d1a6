import type { Selectable } from 'kysely';
import type { ProjectSecretKeyTable } from '../schema';
import type { SecretKey } from '../secret-keys/secret-key';
import { toSecretKey } from '../secret-keys/secret-key';

/**
 * A secret key of one project with its own scopes (`object:read` or `object:write`) and without a user. Its label is
 * unique in the project.
 */
export interface ProjectSecretKey extends SecretKey {
  readonly projectId: number;
  /** Null if the user was deleted. */
  readonly createdById: number | null;
}

export function toProjectSecretKey(row: Selectable<ProjectSecretKeyTable>): ProjectSecretKey {
  return {
    ...toSecretKey(row),
    projectId: row.project_id,
    createdById: row.created_by_id,
  };
}
