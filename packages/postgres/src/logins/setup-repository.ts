import { sql } from 'kysely';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import { revokeSessions } from './revoke-sessions';

const OWNER_LEVEL = 15;

/** Sets the first password of an installation with a one-time token. */
export interface SetupRepository {
  /** Whether no active owner has a password. */
  isRequired(): Promise<boolean>;
  /**
   * Stores the hash of a token for the first owner; earlier tokens become invalid.
   * @returns the owner; null if set-up is not required or there is no active owner
   */
  issueToken(token: {
    readonly hash: string;
    readonly now: Date;
    readonly expiresAt: Date;
  }): Promise<User | null>;
  /** The user whose password a token may set; null if the token is unknown, used, replaced or expired. */
  findByToken(hash: string, now: Date): Promise<User | null>;
  /**
   * Sets the password with a token, which becomes invalid. Sessions of the user end.
   * @returns the user; null if the token is not valid, or an owner already has a password
   */
  setPassword(given: {
    readonly hash: string;
    readonly passwordHash: string;
    readonly now: Date;
  }): Promise<User | null>;
}

export function createSetupRepository({
  db,
  change,
  unrecorded,
}: ResourceDatabase): SetupRepository {
  return {
    isRequired: () => isRequired(db),

    async issueToken({ hash, now, expiresAt }) {
      const owner = await firstOwner(db);
      if (owner === null || !(await isRequired(db))) return null;
      // Simultaneous calls may leave one valid token each; older tokens are always deleted.
      await sql`
        WITH earlier AS (DELETE FROM setup_tokens)
        INSERT INTO setup_tokens (hash, user_id, created_at, expires_at)
        VALUES (${hash}, ${owner.id}, ${now}, ${expiresAt})`.execute(unrecorded);
      return owner;
    },

    findByToken: (hash, now) => findByToken(db, hash, now),

    async setPassword({ hash, passwordHash, now }) {
      const owner = await findByToken(db, hash, now);
      if (owner === null) return null;
      const by = { organizationId: owner.organizationId, userId: owner.id };
      return change(USER_HISTORY, by, async (tx, entry) => {
        const used = await tx
          .deleteFrom('setup_tokens')
          .where('hash', '=', hash)
          .executeTakeFirst();
        if (used.numDeletedRows === 0n || !(await isRequired(tx))) {
          return { result: null, entries: [] };
        }
        await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', owner.id)
          .execute();
        await revokeSessions(tx, { userId: owner.id }, 'password_changed', now);
        const after = await findUser(tx, owner.id);
        return { result: after, entries: [entry(owner, after, { secret: ['password'] })] };
      });
    },
  };
}

async function isRequired(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where('organization_level', '=', OWNER_LEVEL)
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row === undefined;
}

async function firstOwner(db: Reader): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('is_active', '=', true)
    .where('organization_level', '=', OWNER_LEVEL)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

async function findByToken(db: Reader, hash: string, now: Date): Promise<User | null> {
  const row = await db
    .selectFrom('setup_tokens')
    .select('user_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const user = await findUser(db, row.user_id);
  return user?.isActive === true ? user : null;
}
