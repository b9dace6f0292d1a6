import { decodeTexts, encodeTexts } from '../fragment-texts';

/** The user for whom a flag is explained. */
export interface ExplainedUser {
  readonly distinctId: string;
  /** The keys of the user's groups, by group type. */
  readonly groups: Readonly<Record<string, string>>;
}

/** Encodes a user for the fragment of the URL: a list of texts, the distinct id first, then group types and keys. */
export function encodeUser({ distinctId, groups }: ExplainedUser): string {
  return encodeTexts([distinctId, ...Object.entries(groups).flat()]);
}

/** The user in the fragment of the URL; null if there is none, or if the text is damaged. */
export function decodeUser(text: string | null): ExplainedUser | null {
  const [distinctId = '', ...pairs] = decodeTexts(text);
  if (distinctId === '' || pairs.length % 2 === 1) return null;
  const groups = pairs.flatMap((type, at) => (at % 2 === 0 ? [[type, pairs[at + 1] ?? '']] : []));
  return { distinctId, groups: Object.fromEntries(groups) as Record<string, string> };
}
