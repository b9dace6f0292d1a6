/**
 * Something the earlier stages must never produce: a bug of ours, not of the user.
 *
 * @throws Error always
 */
export function refuse(what: string): never {
  throw new Error(`Refusing to print ${what}`);
}
