import { sql } from 'kysely';
import type { Database } from '../database';
import { inTransaction } from '../database';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { revokeSessions } from './revoke-sessions';

/** Who may sign in with what. */
export interface LoginRepository {
  /** The active user of an address, whatever its case, and the hash of their password if they have one. */
  findByEmail(
    email: string,
  ): Promise<{ readonly user: User; readonly passwordHash: string | null } | null>;
  /** Null = none: nobody can sign in as this user. All open sessions end. */
  setPassword(userId: number, passwordHash: string | null, now: Date): Promise<void>;
  /** Puts a hash in the place of one of the same password; sessions stay. */
  rehash(userId: number, from: string, to: string): Promise<void>;
  /** An inactive user's keys and sessions are refused; the sessions end for good. */
  setActive(userId: number, isActive: boolean, now: Date): Promise<void>;
  /** 1 = member, 8 = administrator, 15 = owner. */
  setLevel(userId: number, level: number): Promise<void>;
}

export function createLoginRepository({ db }: Database): LoginRepository {
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

    async setPassword(userId, passwordHash, now) {
      await inTransaction(db, async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', userId)
          .execute();
        await revokeSessions(transaction, { userId }, 'password_changed', now);
      });
    },

    async rehash(userId, from, to) {
      await db
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .execute();
    },

    async setActive(userId, isActive, now) {
      await inTransaction(db, async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ is_active: isActive })
          .where('id', '=', userId)
          .execute();
        if (!isActive) await revokeSessions(transaction, { userId }, 'deactivated', now);
      });
    },

    async setLevel(userId, level) {
      await db
        .updateTable('users')
        .set({ organization_level: level })
        .where('id', '=', userId)
        .execute();
    },
  };
}
