import type { Reader, Writer } from '../activity-log/unit-of-work';

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Writer,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => ({ user_id: userId, hash }));
  await tx.insertInto('recovery_codes').values(rows).execute();
}

/** Stores recovery codes if the user has none yet, which is the case for the first factor. True if they were stored. */
export async function giveRecoveryCodes(
  tx: Writer,
  userId: number,
  hashes: readonly string[],
): Promise<boolean> {
  if ((await countRecoveryCodes(tx, userId)) > 0) return false;
  await replaceRecoveryCodes(tx, userId, hashes);
  return true;
}

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  const { codes } = await db
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('codes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return codes;
}
