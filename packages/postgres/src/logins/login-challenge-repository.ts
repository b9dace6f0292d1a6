import { sql } from 'kysely';
import type { ResourceDatabase } from '../activity-log/unit-of-work';

/** The purpose of a challenge. A challenge is only found with its purpose. */
type ChallengePurpose =
  'second_factor' | 'passkey_sign_in' | 'passkey_registration' | 'provider_sign_in';

/** One step of a sign-in or an enrolment, which is continued by the next request. */
interface LoginChallenge {
  readonly userId: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Challenges by the hash of a secret that only one browser has. */
export interface LoginChallengeRepository {
  /** Stores a challenge, replacing one with the same hash, and deletes expired ones. */
  open(challenge: {
    readonly hash: string;
    readonly purpose: ChallengePurpose;
    readonly userId: number | null;
    readonly data: Readonly<Record<string, unknown>>;
    readonly now: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  find(hash: string, purpose: ChallengePurpose, now: Date): Promise<LoginChallenge | null>;
  /** Counts an attempt and returns the challenge; null if there were already too many attempts. */
  take(
    hash: string,
    purpose: ChallengePurpose,
    limit: { readonly tries: number; readonly now: Date },
  ): Promise<LoginChallenge | null>;
  /** Changes the stored value; its attempts and its expiry are kept. */
  setData(hash: string, data: Readonly<Record<string, unknown>>): Promise<void>;
  /** Deletes the challenge and returns it, so that only one of two simultaneous requests gets it. */
  consume(hash: string, purpose: ChallengePurpose, now: Date): Promise<LoginChallenge | null>;
}

export function createLoginChallengeRepository({
  db,
  unrecorded,
}: ResourceDatabase): LoginChallengeRepository {
  return {
    async open({ hash, purpose, userId, data, now, expiresAt }) {
      await unrecorded.deleteFrom('login_challenges').where('expires_at', '<=', now).execute();
      const row = {
        purpose,
        user_id: userId,
        data: JSON.stringify(data),
        tries: 0,
        expires_at: expiresAt,
      };
      await unrecorded
        .insertInto('login_challenges')
        .values({ hash, ...row })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(row))
        .execute();
    },

    async find(hash, purpose, now) {
      const row = await db
        .selectFrom('login_challenges')
        .select(['user_id as userId', 'data'])
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ?? null;
    },

    async take(hash, purpose, { tries, now }) {
      const row = await unrecorded
        .updateTable('login_challenges')
        .set({ tries: sql<number>`tries + 1` })
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('tries', '<', tries)
        .returning(['user_id as userId', 'data'])
        .executeTakeFirst();
      return row ?? null;
    },

    async setData(hash, data) {
      await unrecorded
        .updateTable('login_challenges')
        .set({ data: JSON.stringify(data) })
        .where('hash', '=', hash)
        .execute();
    },

    async consume(hash, purpose, now) {
      const row = await unrecorded
        .deleteFrom('login_challenges')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .returning(['user_id as userId', 'data'])
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
