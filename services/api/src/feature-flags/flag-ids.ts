const MAX_ID = 2_147_483_647;

/** The id a client means by a number or by its digits; null for anything else. */
export function readFlagId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= MAX_ID ? id : null;
}

/** Separates valid ids of flags from invalid ones. */
export function readFlagIds(given: readonly unknown[]): {
  readonly ids: readonly number[];
  readonly invalid: readonly unknown[];
} {
  const ids = given.map(readFlagId).filter((id) => id !== null);
  return { ids, invalid: given.filter((value) => readFlagId(value) === null) };
}
