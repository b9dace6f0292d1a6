import { z } from 'zod';

/**
 * A parameter of a query string whose reader rejects nothing itself or rejects in words of its own: here it
 * is declared for the API's description, and passes as it is.
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
  limit: numberParameter('Rows of a page; 100 when absent.'),
  offset: numberParameter('Rows before the page.'),
};

export const pageQuery = z.object(pageParameters);

/** `true`, `1` and the like, as query strings say it. */
export function isTrue(text: string | null): boolean {
  return text !== null && ['1', 'true', 'yes', 'on'].includes(text.toLowerCase());
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

/** The items of a list in JSON, however deep; anything else is one value. */
export function listItems(text: string): readonly string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return [text];
    return (parsed as unknown[])
      .flat(Infinity)
      .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  } catch {
    // No JSON after all: a text that begins with a bracket.
    return [text];
  }
}
