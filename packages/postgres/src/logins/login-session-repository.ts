import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import type { Database } from '../database';
import type { LoginSessionTable } from '../schema';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import type { LoginSession, Rotation, SecondFactor, SessionPlace, SignedInUser } from './login';
import { revokeSessions } from './revoke-sessions';

export interface LoginSessionRepository {
  /** Opens a session with its first refresh token or its cookie, and deletes expired sessions. */
  open(login: {
    readonly userId: number;
    readonly secret: { readonly refreshHash: string } | { readonly cookieHash: string };
    readonly place?: SessionPlace;
    readonly secondFactor?: SecondFactor | null;
    readonly now: Date;
    readonly expiresAt: Date;
  }): Promise<LoginSession>;
  /** Replaces a refresh token by the next one; each token can be used once. */
  rotate(exchange: {
    readonly hash: string;
    readonly nextHash: string;
    readonly now: Date;
  }): Promise<Rotation>;
  /** Null for a session that is unknown, expired or revoked, or whose user is inactive. */
  findActive(id: string, now: Date): Promise<SignedInUser | null>;
  /** Like `findActive`, by the hash of the session's cookie. */
  findActiveByCookie(cookieHash: string, now: Date): Promise<SignedInUser | null>;
  /** Ends a session because its user logs out. False if there was no such open session. */
  end(id: string, now: Date): Promise<boolean>;
  /** The open sessions of a user with their network addresses and user agents, the most recently used first. */
  listOpen(userId: number, now: Date): Promise<readonly (LoginSession & SessionPlace)[]>;
  /** Records that the user of a session proved a second factor after sign-in. */
  strengthen(id: string, secondFactor: SecondFactor): Promise<void>;
  /** Records that a session is in use. */
  touch(id: string, now: Date): Promise<void>;
  /** Ends one session of a user, or all but one; returns the number of sessions that were open. */
  endOf(
    user: User,
    which: { readonly id: string } | { readonly allBut: string },
    now: Date,
  ): Promise<number>;
  /** The session of a refresh token, which may already be used. */
  findByRefreshHash(hash: string): Promise<LoginSession | null>;
}

export function createLoginSessionRepository({
  db,
  change,
  unrecorded,
}: Database): LoginSessionRepository {
  return {
    async open({ userId, secret, place, secondFactor, now, expiresAt }) {
      const user = await findUser(db, userId);
      if (user === null) throw new Error(`user ${userId} is missing`);
      return change(USER_HISTORY, authorOf(user), async (transaction, entry) => {
        await transaction.deleteFrom('login_sessions').where('expires_at', '<', now).execute();
        const row = await transaction
          .insertInto('login_sessions')
          .values({
            id: randomUUID(),
            user_id: userId,
            created_at: now,
            expires_at: expiresAt,
            cookie_hash: 'cookieHash' in secret ? secret.cookieHash : null,
            address: place?.address ?? null,
            user_agent: place?.userAgent ?? null,
            second_factor: secondFactor ?? null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if ('refreshHash' in secret) {
          await transaction
            .insertInto('refresh_tokens')
            .values({ hash: secret.refreshHash, session_id: row.id, created_at: now })
            .execute();
        }
        const entries = [entry(user, user, { activity: 'logged_in' })];
        return { result: toSession(row), entries };
      });
    },

    async rotate({ hash, nextHash, now }) {
      return db.transaction().execute(async (transaction): Promise<Rotation> => {
        const token = await transaction
          .selectFrom('refresh_tokens')
          .selectAll()
          .where('hash', '=', hash)
          // If two requests arrive at the same time, the second one waits and then finds that the token is used.
          .forUpdate()
          .executeTakeFirst();
        if (token === undefined) return { outcome: 'unknown' };
        const found = await transaction
          .selectFrom('login_sessions')
          .selectAll()
          .where('id', '=', token.session_id)
          .executeTakeFirstOrThrow();
        const session = toSession(found);
        if (token.used_at !== null) {
          await revokeSessions(transaction, { sessionId: session.id }, 'reuse', now);
          return { outcome: 'reused', session };
        }
        const user = await transaction
          .selectFrom('users')
          .selectAll()
          .where('id', '=', session.userId)
          .where('is_active', '=', true)
          .executeTakeFirst();
        if (user === undefined || found.revoked_at !== null || session.expiresAt <= now) {
          return { outcome: 'unknown' };
        }
        await transaction
          .updateTable('refresh_tokens')
          .set({ used_at: now })
          .where('hash', '=', hash)
          .execute();
        await transaction
          .insertInto('refresh_tokens')
          .values({ hash: nextHash, session_id: session.id, created_at: now })
          .execute();
        return { outcome: 'rotated', session, user: toUser(user) };
      });
    },

    findActive: (id, now) => findActive(db, { id }, now),

    findActiveByCookie: (cookieHash, now) => findActive(db, { cookie_hash: cookieHash }, now),

    async end(id, now) {
      const signedIn = await findActive(db, { id }, now);
      if (signedIn === null) return false;
      const { user } = signedIn;
      return change(USER_HISTORY, authorOf(user), async (transaction, entry) => {
        const ended = await revokeSessions(transaction, { sessionId: id }, 'logout', now);
        return { result: ended > 0, entries: [entry(user, user, { activity: 'logged_out' })] };
      });
    },

    async listOpen(userId, now) {
      const rows = await db
        .selectFrom('login_sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy(sql`coalesce(last_seen_at, created_at)`, 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        ...toSession(row),
        address: row.address,
        userAgent: row.user_agent,
      }));
    },

    async strengthen(id, secondFactor) {
      await unrecorded
        .updateTable('login_sessions')
        .set({ second_factor: secondFactor })
        .where('id', '=', id)
        .execute();
    },

    async touch(id, now) {
      await unrecorded
        .updateTable('login_sessions')
        .set({ last_seen_at: now })
        .where('id', '=', id)
        .execute();
    },

    endOf: (user, which, now) =>
      change(USER_HISTORY, authorOf(user), async (transaction, entry) => {
        const whose =
          'id' in which
            ? { userId: user.id, sessionId: which.id }
            : { userId: user.id, allBut: which.allBut };
        const ended = await revokeSessions(transaction, whose, 'ended_by_user', now);
        const entries = ended === 0 ? [] : [entry(user, user, { activity: 'ended_sessions' })];
        return { result: ended, entries };
      }),

    async findByRefreshHash(hash) {
      const row = await db
        .selectFrom('login_sessions')
        .selectAll()
        .where(
          'id',
          'in',
          sql<string>`(SELECT session_id FROM refresh_tokens WHERE hash = ${hash})`,
        )
        .executeTakeFirst();
      return row === undefined ? null : toSession(row);
    },
  };
}

async function findActive(
  db: Reader,
  by: { readonly id: string } | { readonly cookie_hash: string },
  now: Date,
): Promise<SignedInUser | null> {
  const sessions = db.selectFrom('login_sessions').selectAll();
  const session = await (
    'id' in by
      ? sessions.where('id', '=', by.id)
      : sessions.where('cookie_hash', '=', by.cookie_hash)
  )
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (session === undefined) return null;
  const user = await findUser(db, session.user_id);
  if (user?.isActive !== true) return null;
  const { requires } = await db
    .selectFrom('organizations')
    .select('requires_second_factor as requires')
    .where('id', '=', user.organizationId)
    .executeTakeFirstOrThrow();
  const lacksSecondFactor = requires && session.second_factor === null;
  return { session: toSession(session), user, lacksSecondFactor };
}

/** Logins and logouts are logged with the user as their author. */
function authorOf({ id, organizationId }: User) {
  return { organizationId, userId: id };
}

function toSession(row: Selectable<LoginSessionTable>): LoginSession {
  return {
    id: row.id,
    userId: row.user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastSeenAt: row.last_seen_at,
    secondFactor: row.second_factor as SecondFactor | null,
  };
}
