/** The user for whom a flag is explained. */
export interface ExplainedUser {
  readonly distinctId: string;
  /** The keys of the user's groups, by group type. */
  readonly groups: Readonly<Record<string, string>>;
}

/** Encodes a user for the fragment of the URL: a list of texts, the distinct id first, then group types and keys. */
export function encodeUser({ distinctId, groups }: ExplainedUser): string {
  const texts = [distinctId, ...Object.entries(groups).flat()];
  // JSON escapes keep `%`, `#` and `&` readable after a router has decoded the address.
  const json = JSON.stringify(texts).replaceAll(
    /[%#&]/g,
    (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`,
  );
  return encodeURIComponent(json);
}

/** The user in the fragment of the URL; null if there is none, or if the text is damaged. */
export function decodeUser(text: string | null): ExplainedUser | null {
  if (text === null) return null;
  const [distinctId = '', ...pairs] = textsOf(text);
  if (distinctId === '' || pairs.length % 2 === 1) return null;
  const groups = pairs.flatMap((type, at) => (at % 2 === 0 ? [[type, pairs[at + 1] ?? '']] : []));
  return { distinctId, groups: Object.fromEntries(groups) as Record<string, string> };
}

function textsOf(text: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(decodeURIComponent(text));
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    // A link that was cut: the panel is empty, as without a user.
    return [];
  }
}
