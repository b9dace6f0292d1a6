import type { Reader, Writer } from '../activity-log/unit-of-work';

/** Puts new hashes in the place of all earlier ones. */
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

/** Gives the codes of a first factor; a second one keeps those that are there. True when they were given. */
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
