import type { Selectable } from 'kysely';
import type { ProjectSecretKeyTable } from '../schema';

/** A secret of one project with scopes of its own, with no user; the value itself is never stored. */
export interface ProjectSecretKey {
  readonly id: string;
  readonly projectId: number;
  /** Unique in its project. */
  readonly label: string;
  readonly maskValue: string;
  /** `object:read` or `object:write`. */
  readonly scopes: readonly string[];
  /** Null when the person is gone. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastRolledAt: Date | null;
}

export function toProjectSecretKey(row: Selectable<ProjectSecretKeyTable>): ProjectSecretKey {
  return {
    id: row.id,
    projectId: row.project_id,
    label: row.label,
    maskValue: row.mask_value,
    scopes: row.scopes,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastRolledAt: row.last_rolled_at,
  };
}
