import type { PropertyName } from '../draft';

/** Stands where something was understood: words around it do not belong together. */
const GAP = '¦';
/** Between two events, the second of which comes after the first. */
export const THEN = '⇒';
/** Before an event that must not happen. */
export const NEVER = '⊘';

/** What is left of a prompt while it is read; each reader takes out what it understands. */
export interface Prompt {
  readonly rest: string;
  /** Takes the first match out. The pattern must not be global. */
  take(pattern: RegExp): RegExpExecArray | null;
  /** Takes a match out and puts a mark in its place. */
  mark(pattern: RegExp, mark: string): boolean;
  /** Takes out a match and `words` words that follow it. */
  takeWith(pattern: RegExp, words: number): void;
}

const MAX_CHARACTERS = 1_000;

/** Control characters, our own marks and punctuation without meaning become blanks. */
export function createPrompt(text: string): Prompt {
  let rest = ` ${text
    .slice(0, MAX_CHARACTERS)
    .normalize('NFC')
    .replace(/->|=>|→/g, ' then ')
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[^\p{L}\p{N}_$.\-'"@%/:<>=!,+ ]/gu, ' ')
    .replace(/[.,:!]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `;
  const cut = (start: number, end: number, mark: string): void => {
    rest = `${rest.slice(0, start)} ${mark} ${rest.slice(end)}`.replace(/ {2,}/g, ' ');
  };
  const prompt = {
    get rest() {
      return rest;
    },
    take(pattern: RegExp) {
      const match = pattern.exec(rest);
      if (match !== null) cut(match.index, match.index + match[0].length, GAP);
      return match;
    },
    mark(pattern: RegExp, mark: string) {
      const match = pattern.exec(rest);
      if (match !== null) cut(match.index, match.index + match[0].length, mark);
      return match !== null;
    },
    takeWith(pattern: RegExp, words: number) {
      const match = pattern.exec(rest);
      if (match === null) return;
      const start = match.index + match[0].length;
      const parts = rest
        .slice(start)
        .split(/(?<=\S)(?=\s)/)
        .slice(0, words);
      cut(match.index, start + parts.join('').length, GAP);
    },
  };
  return prompt;
}

/** The words that follow a pattern, up to the next gap, mark or clause. */
export function wordsAfter(prompt: Prompt, pattern: RegExp): readonly string[] | null {
  const match = pattern.exec(prompt.rest);
  if (match === null) return null;
  const tail = prompt.rest.slice(match.index + match[0].length);
  const end = tail.search(/[¦⇒⊘]/);
  return (end === -1 ? tail : tail.slice(0, end)).split(' ').filter((word) => word !== '');
}

/** The longest run of leading words, four at most, that `find` knows. */
export function longestName<T>(
  words: readonly string[],
  find: (phrase: string) => T | null,
): { readonly found: T; readonly words: number } | null {
  for (let count = Math.min(4, words.length); count > 0; count -= 1) {
    const found = find(unquoted(words.slice(0, count).join(' ')));
    if (found !== null) return { found, words: count };
  }
  return null;
}

export function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}

/** A word that stands where a property is named, as an unknown property; null when it is no name. */
export function guessedProperty(word: string): PropertyName | null {
  const name = unquoted(word);
  return /^[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*$/u.test(name) ? { owner: 'event', name } : null;
}

export function unseenProperty({ name }: PropertyName): string {
  return `No property like "${name}" has been seen in this project.`;
}
