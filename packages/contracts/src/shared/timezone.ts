/**
 * Whether `name` is an IANA time zone in its usual spelling. The platform's own check ignores case and
 * takes bare offsets; the stores that use the name later do not.
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
