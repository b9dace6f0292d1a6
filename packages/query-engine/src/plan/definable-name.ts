/** Longer keys have no definition. */
const MAX_NAME = 200;

/** Whether a property of that name can have a definition; Postgres texts cannot contain NUL. */
export function isDefinable(name: string): boolean {
  return name.length <= MAX_NAME && !name.includes('\0');
}
