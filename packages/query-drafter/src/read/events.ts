import type { EventNames } from '../names/events';
import { isStopWord } from './stop-words';

export interface FoundEvents {
  readonly events: readonly string[];
  /** The words that were not understood. */
  readonly leftover: readonly string[];
}

/**
 * Finds events that the project has not seen but that the prompt clearly names: in quotation marks, or by a common word
 * such as `sign-up`. Used if no other event was found.
 */
export function unseenEvents(
  { leftover }: FoundEvents,
  text: string,
  names: EventNames,
): FoundEvents {
  const isQuoted = (word: string): boolean => text.includes(`"${word}"`);
  const named = leftover.map((word) => (isQuoted(word) ? word : names.usual(word)));
  return {
    events: [...new Set(named.filter((name) => name !== null))],
    leftover: leftover.filter((_, index) => named[index] === null),
  };
}

export function unseenEvent(name: string): string {
  return `No event like "${name}" has been seen in this project.`;
}

const MAX_WORDS = 4;

/** Finds the events that a part of a prompt names, and returns the remaining words. */
export function readEvents(text: string, names: EventNames): FoundEvents {
  const events: string[] = [];
  const leftover: string[] = [];
  for (const segment of text.split('¦')) {
    const words = tokensOf(segment);
    for (let at = 0; at < words.length;) {
      const found = nameAt(words, at, names);
      if (found === null) {
        const word = words[at] ?? '';
        if (!isStopWord(word)) leftover.push(word.replace(/^["']|["']$/g, ''));
        at += 1;
      } else {
        if (!events.includes(found.event)) events.push(found.event);
        at += found.words;
      }
    }
  }
  return { events, leftover };
}

/** Splits text into words; a text in quotation marks is one word. */
function tokensOf(segment: string): readonly string[] {
  return segment.match(/"[^"]*"|'[^' ]+'|[^\s"]+/g) ?? [];
}

function nameAt(
  words: readonly string[],
  at: number,
  names: EventNames,
): { readonly event: string; readonly words: number } | null {
  for (let count = Math.min(MAX_WORDS, words.length - at); count > 0; count -= 1) {
    const phrase = words.slice(at, at + count);
    const [first = ''] = phrase;
    if (phrase.every(isStopWord)) continue;
    // A phrase that begins or ends with a stop word can be the exact name of an event (`signed up`), but is not matched
    // loosely.
    const isPlain = !isStopWord(first) && !isStopWord(phrase.at(-1) ?? '');
    const text = phrase.join(' ').replace(/^["']|["']$/g, '');
    const event = names.find(text, isPlain ? 'loose' : 'exact');
    if (event !== null) return { event, words: count };
  }
  return null;
}
