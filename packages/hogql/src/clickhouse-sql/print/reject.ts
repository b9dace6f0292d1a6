/**
 * Rejects a node that the earlier stages must never produce: a bug of ours, not an error of the user.
 *
 * @throws Error always
 */
export function reject(what: string): never {
  throw new Error(`Cannot print ${what}`);
}
