/**
 * Something the earlier stages must never produce: a bug of ours, not of the user.
 *
 * @throws Error always
 */
export function reject(what: string): never {
  throw new Error(`Cannot print ${what}`);
}
