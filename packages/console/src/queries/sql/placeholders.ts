import { tokensOf } from './tokens';

export interface Placeholders {
  /** The code names of `{variables.…}`, each once, in the order of the text. */
  readonly variables: readonly string[];
  /** Whether `{filters}` or a part of it is used. */
  readonly hasFilters: boolean;
}

/** The placeholders that a statement uses, without those in comments and strings. */
export function placeholdersOf(text: string): Placeholders {
  const words = tokensOf(text)
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment' && kind !== 'string')
    .map(({ start, end }) => text.slice(start, end));
  const variables = new Set<string>();
  let hasFilters = false;
  let depth = 0;
  words.forEach((word, index) => {
    if (word === '{') depth += 1;
    else if (word === '}') depth -= 1;
    else if (depth > 0 && words[index - 1] !== '.') {
      if (word === 'filters') hasFilters = true;
      const name = words[index + 2];
      if (word === 'variables' && words[index + 1] === '.' && name !== undefined) {
        variables.add(name.replace(/^[`"]|[`"]$/g, ''));
      }
    }
  });
  return { variables: [...variables].filter((name) => /^[\w$]+$/.test(name)), hasFilters };
}
