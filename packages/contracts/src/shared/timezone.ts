/**
 * Whether `name` is an IANA time zone in its usual spelling. `Intl` also accepts other letter cases and offsets; the
 * stores that use the name later do not.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
