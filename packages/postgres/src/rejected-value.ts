/**
 * Whether Postgres rejects a value permanently: a data exception (SQLSTATE class 22) or a program limit (class 54).
 * After other errors, another attempt may succeed.
 */
export function isRejectedValue(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(22|54)[0-9A-Z]{3}$/.test(code);
}
