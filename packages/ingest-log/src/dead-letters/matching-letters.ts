import type { DeadLetter } from './dead-letter';
import type { DeadLetters } from './dead-letters';

/** A filter of dead letters; an empty filter matches all. */
export interface LetterFilter {
  /** A part of the reason. */
  readonly reason?: string;
  readonly project?: number;
}

const PAGE = 100;

/**
 * Returns the matching letters, oldest first, page by page. Letters that are added after the beginning of the call are
 * excluded, because a replay that fails again would otherwise be repeated endlessly.
 */
export async function* matchingLetters(
  letters: DeadLetters,
  filter: LetterFilter,
): AsyncGenerator<DeadLetter> {
  let left = await letters.count();
  for (let after: string | null = null; left > 0;) {
    const page = await letters.list(Math.min(PAGE, left), after);
    for (const letter of page.letters) if (matches(letter, filter)) yield letter;
    if (page.after === null) return;
    left -= page.letters.length;
    after = page.after;
  }
}

/** Whether a text is a valid id of a dead letter. */
export function isLetterId(text: string): boolean {
  return /^\d{1,16}-\d{1,16}$/.test(text);
}

function matches({ reason, projectId }: DeadLetter, filter: LetterFilter): boolean {
  return (
    (filter.reason === undefined || reason.includes(filter.reason)) &&
    (filter.project === undefined || projectId === filter.project)
  );
}
