import { sql } from 'kysely';
import type { Author } from '../activity-log/history';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import { revokeSessions } from './revoke-sessions';

/** Who may sign in with what. */
export interface LoginRepository {
  /** The active user of an address, whatever its case, and the hash of their password if they have one. */
  findByEmail(
    email: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string | null } | null>;
  /** Null = none: no one can sign in as this user. All open sessions end. */
  setPassword(by: Author, userId: number, passwordHash: string | null, now: Date): Promise<void>;
  /** Puts a hash in the place of one of the same password; sessions stay. */
  rehash(userId: number, from: string, to: string): Promise<void>;
  /** An inactive user's keys and sessions are rejected; the sessions end for good. */
  setActive(by: Author, userId: number, isActive: boolean, now: Date): Promise<void>;
  /** 1 = member, 8 = administrator, 15 = owner. */
  setLevel(by: Author, userId: number, level: number): Promise<void>;
}

export function createLoginRepository({
  db,
  change,
  unrecorded,
}: ResourceDatabase): LoginRepository {
  /** @param secret fields whose values the history does not show */
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
        // Addresses that differ in case only are two users; the exact one wins.
        .orderBy(sql<boolean>`email = ${email}`, 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : { user: toUser(row), passwordHash: row.password_hash };
    },

    setPassword: (by, userId, passwordHash, now) =>
      changeUser(by, userId, ['password'], async (tx) => {
        await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .execute();
        await revokeSessions(tx, { userId }, 'password_changed', now);
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
        if (!isActive) await revokeSessions(tx, { userId }, 'deactivated', now);
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
