import { booleanParameter, parameter } from '../query-parameters';

/** The words of a search; each must be in the name. */
export function searchWords(parameters: URLSearchParams): readonly string[] {
  return (parameters.get('search') ?? '').split(/\s+/).filter((word) => word !== '');
}

/** `true` or `false`; anything else says nothing. */
export function flagParameter(text: string | null): boolean | undefined {
  const value = text?.toLowerCase();
  return value === 'true' || value === '1'
    ? true
    : value === 'false' || value === '0'
      ? false
      : undefined;
}

/** Names in JSON (`["a","b"]`) or with commas; undefined when there is no such parameter or it is empty. */
export function nameList(text: string | null): readonly string[] | undefined {
  if (text === null || text === '') return undefined;
  const names = jsonList(text) ?? text.split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '' && !name.includes('\0'));
}

function jsonList(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : null;
  } catch {
    // No JSON after all: a name that begins with a bracket.
    return null;
  }
}

/** Of both lists of definitions; `describedAs` reads them. */
export const describedParameters = {
  verified: booleanParameter('Only what somebody has verified, or only others.'),
  tags: parameter('Names of tags, as JSON or with commas: definitions that have one of them.'),
  exclude_hidden: booleanParameter('Without the hidden ones.'),
};

/** What people say about definitions: verified or not, of a tag, and whether hidden ones are listed, too. */
export function describedAs(parameters: URLSearchParams): {
  readonly verified?: boolean;
  readonly withHidden: boolean;
  readonly tags?: readonly string[];
} {
  const verified = flagParameter(parameters.get('verified'));
  const tags = nameList(parameters.get('tags'));
  return {
    ...(verified !== undefined && { verified }),
    withHidden: flagParameter(parameters.get('exclude_hidden')) !== true,
    ...(tags !== undefined && tags.length > 0 && { tags }),
  };
}
