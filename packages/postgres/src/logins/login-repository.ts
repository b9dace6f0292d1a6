import { sql } from 'kysely';
import type { Author } from '../activity-log/history';
import type { Reader, Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { removeFactors } from '../second-factors/remove-factors';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import { revokeSessions } from './revoke-sessions';

/** Users with their passwords and sign-in states. */
export interface LoginRepository {
  /**
   * The active user with an e-mail address, ignoring the letter case, and the hash of their password; the hash is
   * null if they have none.
   */
  findByEmail(
    email: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string | null } | null>;
  /** The password hash of an active user; null if they have none. */
  findPasswordHash(userId: number): Promise<string | null>;
  /**
   * Sets a password. Null removes it, so that nobody can sign in as this user. All sessions of the user except the
   * given one end.
   */
  setPassword(
    by: Author,
    userId: number,
    passwordHash: string | null,
    now: Date,
    keptSession?: string,
  ): Promise<void>;
  /** Changes name and e-mail address; returns null if the address is already used, ignoring the letter case. */
  setProfile(
    by: Author,
    userId: number,
    profile: { readonly firstName?: string; readonly lastName?: string; readonly email?: string },
  ): Promise<User | null>;
  /** Replaces a hash by a new hash of the same password; sessions are kept. */
  rehash(userId: number, from: string, to: string): Promise<void>;
  /**
   * Activates or deactivates a user. An inactive user's keys are rejected; deactivation ends sessions and removes
   * second factors permanently.
   */
  setActive(by: Author, userId: number, isActive: boolean, now: Date): Promise<void>;
  /** 1 = member, 8 = administrator, 15 = owner. */
  setLevel(by: Author, userId: number, level: number): Promise<void>;
}

export function createLoginRepository({
  db,
  change,
  unrecorded,
}: ResourceDatabase): LoginRepository {
  /** @param secret fields whose values are not logged */
  const changeUser = (
    by: Author,
    userId: number,
    secret: readonly string[],
    work: (tx: Writer) => Promise<unknown>,
  ): Promise<void> =>
    change(USER_HISTORY, by, async (tx, entry) => {
      const before = await findUser(tx, userId);
      await work(tx);
      const after = await findUser(tx, userId);
      return { result: undefined, entries: [entry(before, after, { secret })] };
    });

  return {
    async findByEmail(email) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .where('is_active', '=', true)
        // There may be two users whose addresses differ only in letter case; the exact match is preferred.
        .orderBy(sql<boolean>`email = ${email}`, 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : { user: toUser(row), passwordHash: row.password_hash };
    },

    async findPasswordHash(userId) {
      const row = await db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', userId)
        .where('is_active', '=', true)
        .executeTakeFirst();
      return row?.password_hash ?? null;
    },

    setProfile: (by, userId, { firstName, lastName, email }) =>
      change(USER_HISTORY, by, async (tx, entry): Promise<Recorded<User | null>> => {
        const before = await findUser(tx, userId);
        if (email !== undefined && (await isTaken(tx, email, userId))) {
          return { result: null, entries: [] };
        }
        await tx
          .updateTable('users')
          .set({
            // Sets the unchanged id, because PostgreSQL rejects an empty SET list.
            id: userId,
            ...(firstName !== undefined && { first_name: firstName }),
            ...(lastName !== undefined && { last_name: lastName }),
            ...(email !== undefined && { email }),
          })
          .where('id', '=', userId)
          .execute();
        const result = await findUser(tx, userId);
        return { result, entries: [entry(before, result)] };
      }),

    setPassword: (by, userId, passwordHash, now, keptSession) =>
      changeUser(by, userId, ['password'], async (tx) => {
        await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .execute();
        const whose = keptSession === undefined ? { userId } : { userId, allBut: keptSession };
        await revokeSessions(tx, whose, 'password_changed', now);
      }),

    async rehash(userId, from, to) {
      await unrecorded
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .execute();
    },

    setActive: (by, userId, isActive, now) =>
      changeUser(by, userId, [], async (tx) => {
        await tx
          .updateTable('users')
          .set({ is_active: isActive })
          .where('id', '=', userId)
          .execute();
        if (isActive) return;
        await removeFactors(tx, userId);
        await revokeSessions(tx, { userId }, 'deactivated', now);
      }),

    setLevel: (by, userId, level) =>
      changeUser(by, userId, [], (tx) =>
        tx
          .updateTable('users')
          .set({ organization_level: level })
          .where('id', '=', userId)
          .execute(),
      ),
  };
}

/** Compares with `lower(email)` as logins do, so that PostgreSQL decides which spellings are equal. */
async function isTaken(db: Reader, email: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('id', '!=', exceptId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
