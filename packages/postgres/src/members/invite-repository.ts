import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrganizationAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Reader, Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import type { Invite } from './invite';
import { INVITE_HISTORY, toInvite } from './invite';
import { levelOf } from './level-of';

/** The result of creating an invitation. */
type InviteCreation =
  | { readonly outcome: 'created'; readonly invite: Invite }
  | { readonly outcome: 'is_member' | 'above_own_level' };

/** The result of accepting an invitation. `taken`: another user has this address meanwhile. */
type InviteAcceptance =
  { readonly outcome: 'accepted'; readonly user: User } | { readonly outcome: 'invalid' | 'taken' };

export interface InviteRepository {
  /** Newest first, including expired invitations. */
  list(organizationId: string, page: PageRequest): Promise<Page<Invite>>;
  find(id: string): Promise<Invite | null>;
  /** Replaces any previous invitation of the same address. */
  create(
    by: OrganizationAuthor,
    invite: {
      readonly targetEmail: string;
      readonly firstName: string;
      readonly level: number;
      readonly tokenHash: string;
      readonly now: Date;
      readonly expiresAt: Date;
    },
  ): Promise<InviteCreation>;
  /** Returns false if the organization has no invitation with this id. */
  revoke(by: OrganizationAuthor, id: string): Promise<boolean>;
  /** The invitation of a link that is still valid. */
  findByToken(id: string, tokenHash: string, now: Date): Promise<Invite | null>;
  /** Accepts the invitation: its recipient becomes a member with the given password, and the link becomes invalid. */
  accept(given: {
    readonly id: string;
    readonly tokenHash: string;
    readonly firstName: string;
    readonly passwordHash: string;
    readonly now: Date;
  }): Promise<InviteAcceptance>;
}

export function createInviteRepository({ db, change }: ResourceDatabase): InviteRepository {
  return {
    async list(organizationId, page) {
      const matches = db
        .selectFrom('organization_invites')
        .where('organization_id', '=', organizationId);
      const rows = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, rows, page, toInvite);
    },

    find: (id) => findInvite(db, id),

    create: (by, { targetEmail, firstName, level, tokenHash, now, expiresAt }) =>
      change(INVITE_HISTORY, by, async (tx, entry): Promise<Recorded<InviteCreation>> => {
        if (level > (await levelOf(tx, by))) {
          return { result: { outcome: 'above_own_level' }, entries: [] };
        }
        const present = await userOfAddress(tx, targetEmail);
        if (present?.isActive === true) return { result: { outcome: 'is_member' }, entries: [] };
        const earlier = await tx
          .deleteFrom('organization_invites')
          .where('organization_id', '=', by.organizationId)
          .where(sql<boolean>`lower(target_email) = lower(${targetEmail})`)
          .returningAll()
          .execute();
        const row = await tx
          .insertInto('organization_invites')
          .values({
            id: randomUUID(),
            organization_id: by.organizationId,
            target_email: targetEmail,
            first_name: firstName,
            level,
            token_hash: tokenHash,
            created_by: by.userId,
            created_at: now,
            expires_at: expiresAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const invite = toInvite(row);
        const entries = [...earlier.map((old) => entry(toInvite(old), null)), entry(null, invite)];
        return { result: { outcome: 'created', invite }, entries };
      }),

    revoke: (by, id) =>
      change(INVITE_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .deleteFrom('organization_invites')
          .where('id', '=', id)
          .where('organization_id', '=', by.organizationId)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: false, entries: [] };
        return { result: true, entries: [entry(toInvite(row), null)] };
      }),

    findByToken: (id, tokenHash, now) => findByToken(db, { id, tokenHash, now }),

    async accept({ firstName, passwordHash, ...link }) {
      const found = await findByToken(db, link);
      if (found === null) return { outcome: 'invalid' };
      const { organizationId } = found;
      const operator = { organizationId, userId: null };
      return change(
        USER_HISTORY,
        operator,
        async (tx, entry): Promise<Recorded<InviteAcceptance>> => {
          const before = await userOfAddress(tx, found.targetEmail);
          if (before !== null && (before.isActive || before.organizationId !== organizationId)) {
            return { result: { outcome: 'taken' }, entries: [] };
          }
          const invite = await useUp(tx, link);
          if (invite === null) return { result: { outcome: 'invalid' }, entries: [] };
          const user =
            before === null
              ? await insertMember(tx, invite, firstName, passwordHash)
              : await restoreMember(tx, before, invite, firstName, passwordHash);
          const by = { organizationId, userId: user.id };
          const accepted = historyEntry(INVITE_HISTORY, by, invite, null, { activity: 'accepted' });
          const secret = before === null ? [] : ['password'];
          const entries = [entry(before, user, { by, secret }), accepted];
          return { result: { outcome: 'accepted', user }, entries };
        },
      );
    },
  };
}

interface Link {
  readonly id: string;
  readonly tokenHash: string;
  readonly now: Date;
}

async function findInvite(db: Reader, id: string): Promise<Invite | null> {
  const row = await db
    .selectFrom('organization_invites')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toInvite(row);
}

async function findByToken(db: Reader, { id, tokenHash, now }: Link): Promise<Invite | null> {
  const row = await db
    .selectFrom('organization_invites')
    .selectAll()
    .where('id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : toInvite(row);
}

/** Deletes the invitation, so that only one of two simultaneous requests gets it. */
async function useUp(tx: Writer, { id, tokenHash, now }: Link): Promise<Invite | null> {
  const row = await tx
    .deleteFrom('organization_invites')
    .where('id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toInvite(row);
}

async function userOfAddress(db: Reader, email: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

async function insertMember(
  tx: Writer,
  invite: Invite,
  firstName: string,
  passwordHash: string,
): Promise<User> {
  const row = await tx
    .insertInto('users')
    .values({
      uuid: randomUUID(),
      distinct_id: randomUUID(),
      organization_id: invite.organizationId,
      email: invite.targetEmail,
      first_name: firstName,
      is_email_verified: false,
      current_project_id: await firstProject(tx, invite.organizationId),
      organization_level: invite.level,
      password_hash: passwordHash,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUser(row);
}

/** Makes a removed member a member again. Keys from before the removal stay invalid. */
async function restoreMember(
  tx: Writer,
  { id }: User,
  { level }: Invite,
  firstName: string,
  passwordHash: string,
): Promise<User> {
  await tx.deleteFrom('personal_api_keys').where('user_id', '=', id).execute();
  await tx
    .updateTable('users')
    .set({
      is_active: true,
      first_name: firstName,
      organization_level: level,
      password_hash: passwordHash,
    })
    .where('id', '=', id)
    .execute();
  const user = await findUser(tx, id);
  if (user === null) throw new Error(`user ${id} is missing`);
  return user;
}

async function firstProject(tx: Reader, organizationId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
