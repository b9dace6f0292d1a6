import type { Author } from '../activity-log/history';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { User } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes';
import { removeFactors } from './remove-factors';
import type { SecondFactors, Totp } from './second-factors';
import { toPasskey } from './second-factors';

/** The second factors of users and their recovery codes. */
export interface SecondFactorRepository {
  read(userId: number): Promise<SecondFactors>;
  /** Those of the given users who have a second factor. */
  amongUsers(userIds: readonly number[]): Promise<ReadonlySet<number>>;
  replaceRecoveryCodes(user: User, hashes: readonly string[]): Promise<void>;
  /** Uses a recovery code; false if it is unknown or was already used. */
  useRecoveryCode(user: User, hash: string): Promise<boolean>;
  /** Removes all second factors of a user who lost them, by command of the operator; false if the user has none. */
  reset(by: Author, userId: number): Promise<boolean>;
}

export function createSecondFactorRepository({
  db,
  change,
}: ResourceDatabase): SecondFactorRepository {
  return {
    async read(userId) {
      const passkeys = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const row = await db
        .selectFrom('user_totp')
        .selectAll()
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst();
      const totp: Totp | null =
        row === undefined
          ? null
          : {
              sealedSecret: row.sealed_secret,
              createdAt: row.created_at,
              confirmedAt: row.confirmed_at,
            };
      return {
        totp,
        passkeys: passkeys.map(toPasskey),
        recoveryCodesLeft: await countRecoveryCodes(db, userId),
      };
    },

    async amongUsers(userIds) {
      if (userIds.length === 0) return new Set();
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .where((e) =>
          e.or([
            e('id', 'in', e.selectFrom('passkeys').select('user_id')),
            e(
              'id',
              'in',
              e.selectFrom('user_totp').select('user_id').where('confirmed_at', 'is not', null),
            ),
          ]),
        )
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    replaceRecoveryCodes: (user, hashes) =>
      change(USER_HISTORY, inPerson(user), async (tx, entry) => {
        await replaceRecoveryCodes(tx, user.id, hashes);
        const entries = [entry(user, user, { activity: 'replaced_recovery_codes' })];
        return { result: undefined, entries };
      }),

    useRecoveryCode: (user, hash) =>
      change(USER_HISTORY, inPerson(user), async (tx, entry) => {
        const used = await tx
          .deleteFrom('recovery_codes')
          .where('user_id', '=', user.id)
          .where('hash', '=', hash)
          .executeTakeFirst();
        const wasThere = used.numDeletedRows > 0n;
        const entries = wasThere ? [entry(user, user, { activity: 'used_recovery_code' })] : [];
        return { result: wasThere, entries };
      }),

    reset: (by, userId) =>
      change(USER_HISTORY, by, async (tx, entry) => {
        const user = await findUser(tx, userId);
        const wasThere = user !== null && (await removeFactors(tx, userId));
        const entries = wasThere ? [entry(user, user, { activity: 'reset_second_factors' })] : [];
        return { result: wasThere, entries };
      }),
  };
}

/** The author of a change that a user makes to their own factors. */
export function inPerson({ id, organizationId }: User) {
  return { organizationId, userId: id };
}
