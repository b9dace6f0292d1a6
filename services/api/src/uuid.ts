const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Whether Postgres accepts a text as a uuid. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The uuid in the format of Postgres; null if the text is not a uuid. */
export function canonicalUuid(text: string): string | null {
  if (!isUuid(text)) return null;
  const digits = text.replaceAll('-', '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
