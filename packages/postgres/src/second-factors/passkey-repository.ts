import { randomUUID } from 'node:crypto';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { giveRecoveryCodes } from './recovery-codes';
import { removeUselessCodes } from './remove-factors';
import { inPerson } from './second-factor-repository';
import type { Passkey } from './second-factors';
import { toPasskey } from './second-factors';

/** A new passkey that the browser has created and whose proof was verified. */
type NewPasskey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'rpId' | 'name'
>;

/** Passkeys of users. */
export interface PasskeyRepository {
  /** A passkey and its user; null if it is unknown or the user is inactive. */
  find(credentialId: string): Promise<{ readonly passkey: Passkey; readonly user: User } | null>;
  /** Adds a passkey. Null if the credential already belongs to a user. */
  add(
    user: User,
    passkey: NewPasskey,
    given: { readonly recoveryHashes: readonly string[]; readonly now: Date },
  ): Promise<{ readonly passkey: Passkey; readonly gaveCodes: boolean } | null>;
  /** Records a use; false if the signature counter did not grow, which indicates a copied key. */
  use(passkey: Passkey, signCount: number, now: Date): Promise<boolean>;
  /** False if the user has no passkey with this id. */
  remove(user: User, id: string): Promise<boolean>;
}

export function createPasskeyRepository({
  db,
  change,
  unrecorded,
}: ResourceDatabase): PasskeyRepository {
  return {
    async find(credentialId) {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', row.user_id)
        .where('is_active', '=', true)
        .executeTakeFirst();
      return user === undefined ? null : { passkey: toPasskey(row), user: toUser(user) };
    },

    add: (user, passkey, { recoveryHashes, now }) =>
      change(USER_HISTORY, inPerson(user), async (tx, entry) => {
        const row = await tx
          .insertInto('passkeys')
          .values({
            id: randomUUID(),
            user_id: user.id,
            credential_id: passkey.credentialId,
            public_key: passkey.publicKey,
            sign_count: passkey.signCount,
            transports: [...passkey.transports],
            rp_id: passkey.rpId,
            name: passkey.name,
            created_at: now,
          })
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return { result: null, entries: [] };
        const gaveCodes = await giveRecoveryCodes(tx, user.id, recoveryHashes);
        const entries = [entry(user, user, { activity: 'added_passkey' })];
        return { result: { passkey: toPasskey(row), gaveCodes }, entries };
      }),

    async use({ id }, signCount, now) {
      const used = await unrecorded
        .updateTable('passkeys')
        .set({ sign_count: signCount, last_used_at: now })
        .where('id', '=', id)
        // Authenticators without a counter always return 0.
        .where((e) =>
          e.or([
            e('sign_count', '<', signCount),
            e.and([e('sign_count', '=', 0), e.val(signCount === 0)]),
          ]),
        )
        .executeTakeFirst();
      return used.numUpdatedRows > 0n;
    },

    remove: (user, id) =>
      change(USER_HISTORY, inPerson(user), async (tx, entry) => {
        const removed = await tx
          .deleteFrom('passkeys')
          .where('user_id', '=', user.id)
          .where('id', '=', id)
          .executeTakeFirst();
        const wasThere = removed.numDeletedRows > 0n;
        if (wasThere) await removeUselessCodes(tx, user.id);
        const entries = wasThere ? [entry(user, user, { activity: 'removed_passkey' })] : [];
        return { result: wasThere, entries };
      }),
  };
}
