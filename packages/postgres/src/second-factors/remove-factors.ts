import type { Reader, Writer } from '../activity-log/unit-of-work';

/**
 * Removes all second factors of a user, and the provider accounts with which they sign in.
 * @returns whether there were any
 */
export async function removeFactors(tx: Writer, userId: number): Promise<boolean> {
  const tables = ['user_totp', 'passkeys', 'recovery_codes', 'provider_accounts'] as const;
  let removed = 0n;
  for (const table of tables) {
    const result = await tx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst();
    removed += result.numDeletedRows;
  }
  await tx.deleteFrom('login_challenges').where('user_id', '=', userId).execute();
  return removed > 0n;
}

/** Removes the recovery codes of a user without another second factor. */
export async function removeUselessCodes(tx: Writer, userId: number): Promise<void> {
  if (await isProtected(tx, userId)) return;
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

async function isProtected(db: Reader, userId: number): Promise<boolean> {
  const totp = await db
    .selectFrom('user_totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (totp !== undefined) return true;
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}
