import { sql } from 'kysely';
import type { Recorded, ResourceDatabase } from '../activity-log/unit-of-work';
import type { User } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { giveRecoveryCodes } from './recovery-codes';
import { removeUselessCodes } from './remove-factors';
import { inPerson } from './second-factor-repository';
import type { Totp } from './second-factors';

interface TotpConfirmation {
  /** False if no secret was waiting for confirmation. */
  readonly isConfirmed: boolean;
  /** False if the user already had recovery codes from another factor. */
  readonly gaveCodes: boolean;
}

/** Stores the secrets of authenticator apps. */
export interface TotpRepository {
  /**
   * Stores a secret until it is confirmed by its first code, replacing an unconfirmed one; false if the user has a
   * confirmed one.
   */
  begin(userId: number, sealedSecret: string, now: Date): Promise<boolean>;
  /** The unconfirmed secret. */
  findPending(userId: number): Promise<Totp | null>;
  /**
   * Confirms a secret after its first code was correct.
   * @param given.step the time step of the code, which is not accepted again
   */
  confirm(
    user: User,
    given: {
      readonly step: number;
      readonly recoveryHashes: readonly string[];
      readonly now: Date;
    },
  ): Promise<TotpConfirmation>;
  /** Accepts the time step of a code once: false if this one or a later one was already accepted. */
  useStep(userId: number, step: number): Promise<boolean>;
  remove(user: User): Promise<void>;
}

export function createTotpRepository({ db, change, unrecorded }: ResourceDatabase): TotpRepository {
  return {
    async begin(userId, sealedSecret, now) {
      const { rows } = await sql`
        INSERT INTO user_totp (user_id, sealed_secret, created_at)
        VALUES (${userId}, ${sealedSecret}, ${now})
        ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
        WHERE user_totp.confirmed_at IS NULL
        RETURNING user_id`.execute(unrecorded);
      return rows.length > 0;
    },

    async findPending(userId) {
      const row = await db
        .selectFrom('user_totp')
        .selectAll()
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst();
      return row === undefined
        ? null
        : { sealedSecret: row.sealed_secret, createdAt: row.created_at, confirmedAt: null };
    },

    confirm: (user, { step, recoveryHashes, now }) =>
      change(
        USER_HISTORY,
        inPerson(user),
        async (tx, entry): Promise<Recorded<TotpConfirmation>> => {
          const confirmed = await tx
            .updateTable('user_totp')
            .set({ confirmed_at: now, last_step: step })
            .where('user_id', '=', user.id)
            .where('confirmed_at', 'is', null)
            .executeTakeFirst();
          if (confirmed.numUpdatedRows === 0n) {
            return { result: { isConfirmed: false, gaveCodes: false }, entries: [] };
          }
          const gaveCodes = await giveRecoveryCodes(tx, user.id, recoveryHashes);
          const entries = [entry(user, user, { activity: 'enabled_totp' })];
          return { result: { isConfirmed: true, gaveCodes }, entries };
        },
      ),

    async useStep(userId, step) {
      const used = await unrecorded
        .updateTable('user_totp')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        // Of two simultaneous requests, the second one finds that the time step was used.
        .where('last_step', '<', step)
        .executeTakeFirst();
      return used.numUpdatedRows > 0n;
    },

    remove: (user) =>
      change(USER_HISTORY, inPerson(user), async (tx, entry) => {
        const removed = await tx
          .deleteFrom('user_totp')
          .where('user_id', '=', user.id)
          .executeTakeFirst();
        await removeUselessCodes(tx, user.id);
        const wasThere = removed.numDeletedRows > 0n;
        const entries = wasThere ? [entry(user, user, { activity: 'disabled_totp' })] : [];
        return { result: undefined, entries };
      }),
  };
}
