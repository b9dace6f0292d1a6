import type { OrganizationAuthor } from '../activity-log/history';
import type { Reader, Recorded, ResourceDatabase } from '../activity-log/unit-of-work';
import { revokeSessions } from '../logins/revoke-sessions';
import { removeFactors } from '../second-factors/remove-factors';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import { levelOf } from './level-of';

/** The minimum level for changing roles and removing members. */
const ADMINISTRATOR = 8;
const OWNER = 15;

/** The reason why a member was not changed. */
export type MemberRejection =
  'missing' | 'not_administrator' | 'above_own_level' | 'own_level' | 'last_owner';

type MemberChange =
  { readonly outcome: 'done'; readonly member: User } | { readonly outcome: MemberRejection };

/**
 * Changes members of an organization. Whether a change is allowed is decided in its transaction, by the current
 * roles.
 */
export interface MemberRepository {
  setLevel(by: OrganizationAuthor, memberUuid: string, level: number): Promise<MemberChange>;
  /** Deactivates the user, ends their sessions and removes their second factors. Every member may remove themselves. */
  remove(by: OrganizationAuthor, memberUuid: string, now: Date): Promise<MemberChange>;
}

export function createMemberRepository({ change }: ResourceDatabase): MemberRepository {
  return {
    setLevel: (by, memberUuid, level) =>
      change(USER_HISTORY, by, async (tx, entry): Promise<Recorded<MemberChange>> => {
        const before = await findMember(tx, by, memberUuid);
        if (before === null) return rejected('missing');
        const rejection = await rejectionOf(tx, by, before, level);
        if (rejection !== null) return rejected(rejection);
        await tx
          .updateTable('users')
          .set({ organization_level: level })
          .where('id', '=', before.id)
          .execute();
        const member = { ...before, organizationLevel: level };
        return { result: { outcome: 'done', member }, entries: [entry(before, member)] };
      }),

    remove: (by, memberUuid, now) =>
      change(USER_HISTORY, by, async (tx, entry): Promise<Recorded<MemberChange>> => {
        const before = await findMember(tx, by, memberUuid);
        if (before === null) return rejected('missing');
        const rejection = await rejectionOf(tx, by, before, null);
        if (rejection !== null) return rejected(rejection);
        await tx
          .updateTable('users')
          .set({ is_active: false })
          .where('id', '=', before.id)
          .execute();
        await removeFactors(tx, before.id);
        await revokeSessions(tx, { userId: before.id }, 'deactivated', now);
        const member = (await findUser(tx, before.id)) ?? before;
        return { result: { outcome: 'done', member }, entries: [entry(before, member)] };
      }),
  };
}

function rejected(outcome: MemberRejection): Recorded<MemberChange> {
  return { result: { outcome }, entries: [] };
}

async function findMember(
  db: Reader,
  { organizationId }: OrganizationAuthor,
  uuid: string,
): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/** Why a change is rejected; null if it is allowed. @param level the new level; null removes the member */
async function rejectionOf(
  db: Reader,
  by: OrganizationAuthor,
  member: User,
  level: number | null,
): Promise<MemberRejection | null> {
  const isSelf = member.id === by.userId;
  const own = await levelOf(db, by);
  if (own < ADMINISTRATOR && !(isSelf && level === null)) return 'not_administrator';
  if (isSelf && level !== null) return 'own_level';
  if (Math.max(member.organizationLevel, level ?? 0) > own) return 'above_own_level';
  const leavesOwners = member.organizationLevel >= OWNER && (level ?? 0) < OWNER;
  return leavesOwners && (await ownersOf(db, by)) < 2 ? 'last_owner' : null;
}

async function ownersOf(db: Reader, { organizationId }: OrganizationAuthor): Promise<number> {
  const { owners } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('owners'))
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .where('organization_level', '>=', OWNER)
    .executeTakeFirstOrThrow();
  return owners;
}
