import { z } from 'zod';

/**
 * Declares a parameter of a query string for the API's description without checking it: its reader accepts every
 * value or rejects it with a message of its own.
 */
export function parameter(
  description: string,
  wire: Readonly<Record<string, unknown>> = { type: 'string' },
) {
  return z.string().optional().meta({ wire, description });
}

export function numberParameter(description: string) {
  return parameter(description, { type: 'integer' });
}

export function booleanParameter(description: string) {
  return parameter(description, { type: 'boolean' });
}

export function choiceParameter(description: string, choices: readonly string[]) {
  return parameter(description, { type: 'string', enum: choices });
}

/** The parameters of every list. */
export const pageParameters = {
  limit: numberParameter('Number of results per page. Default: 100.'),
  offset: numberParameter('Number of results to skip.'),
};

export const pageQuery = z.object(pageParameters);

/** A list that is searched by name; `searchOf` reads the text. */
export const namedPageQuery = z.object({
  ...pageParameters,
  search: parameter('Part of the name, case-insensitive.'),
});

/** The text of the parameter `search`; empty without it. */
export function searchOf({ searchParams }: URL): string {
  return searchParams.get('search') ?? '';
}

/** Whether a parameter is `true`, `1` or another spelling of true. */
export function isTrue(text: string | null): boolean {
  return text !== null && ['1', 'true', 'yes', 'on'].includes(text.toLowerCase());
}

/** Reads `true` or `false`; any other value is undefined. */
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
    // The text is not JSON but a name that begins with a bracket.
    return null;
  }
}

/** The items of a JSON list, including those of nested lists; any other text is one value. */
export function listItems(text: string): readonly string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return [text];
    return (parsed as unknown[])
      .flat(Infinity)
      .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    // The text is not JSON but a value that begins with a bracket.
    return [text];
  }
}
