import { scopeObjects } from '@tidemark/contracts';
import type { ScopeObject } from '@tidemark/contracts';

/** The roles in an organization (`docs/wire/api.md#organization`). */
export const ROLE_LEVELS = { member: 1, admin: 8, owner: 15 } as const;
export type Role = keyof typeof ROLE_LEVELS;

/** Objects that members may read but not change: the organization, its members, its projects and their settings. */
const ADMINISTERED: ReadonlySet<ScopeObject> = new Set<ScopeObject>([
  'access_control',
  'organization',
  'organization_member',
  'project',
]);

const ADMIN_SCOPES: readonly string[] = scopeObjects.map((object) => `${object}:write`);
const MEMBER_SCOPES: readonly string[] = scopeObjects.map((object) =>
  ADMINISTERED.has(object) ? `${object}:read` : `${object}:write`,
);

/** Scopes of a signed-in user by role; an owner has all scopes. */
export function scopesOfLevel(level: number): readonly string[] {
  if (level >= ROLE_LEVELS.owner) return ['*'];
  return level >= ROLE_LEVELS.admin ? ADMIN_SCOPES : MEMBER_SCOPES;
}
