import type { PropertyName } from '../draft';

/** Replaces a part that was understood, so that the words before and after it are not read as one phrase. */
const GAP = '¦';
/** Stands between two events of which the second must follow the first. */
export const THEN = '⇒';
/** Stands before an event that must not happen. */
export const NEVER = '⊘';

/** The rest of a prompt while it is read; each reader removes the part that it understands. */
export interface Prompt {
  readonly rest: string;
  /** Removes the first match and returns it. The pattern must not be global. */
  take(pattern: RegExp): RegExpExecArray | null;
  /** Replaces the first match by a mark; returns whether there was a match. */
  mark(pattern: RegExp, mark: string): boolean;
  /** Removes the first match and the `words` words that follow it. */
  takeWith(pattern: RegExp, words: number): void;
}

const MAX_CHARACTERS = 1_000;

/**
 * Creates a prompt from a text of at most 1,000 characters; more is cut off. Control characters, the marks of this
 * module and meaningless punctuation are replaced by spaces.
 */
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

/** Returns the words after the first match, up to the next gap, mark or clause; null without a match. */
export function wordsAfter(prompt: Prompt, pattern: RegExp): readonly string[] | null {
  const match = pattern.exec(prompt.rest);
  if (match === null) return null;
  const tail = prompt.rest.slice(match.index + match[0].length);
  const end = tail.search(/[¦⇒⊘]/);
  return (end === -1 ? tail : tail.slice(0, end)).split(' ').filter((word) => word !== '');
}

/**
 * Returns the result of `find` for the longest phrase of the first one to four words that it knows; null if it knows
 * none.
 */
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

/** Returns a word at the place of a property as an unknown property; null if it cannot be a name. */
export function guessedProperty(word: string): PropertyName | null {
  const name = unquoted(word);
  return /^[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*$/u.test(name) ? { owner: 'event', name } : null;
}

export function unseenProperty({ name }: PropertyName): string {
  return `No property like "${name}" has been seen in this project.`;
}
