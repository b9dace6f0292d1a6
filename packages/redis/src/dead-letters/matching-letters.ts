import type { DeadLetter } from './dead-letter';
import type { DeadLetters } from './dead-letters';

/** Which dead letters are meant; all where nothing is named. */
export interface LetterFilter {
  /** Part of the reason. */
  readonly reason?: string;
  readonly project?: number;
}

const PAGE = 100;

/**
 * The letters that match, oldest first, read page by page. What is added after the call began is not among
 * them: a replay that fails again must not be replayed for ever.
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

/** Whether a text can be the id of a dead letter. */
export function isLetterId(text: string): boolean {
  return /^\d{1,16}-\d{1,16}$/.test(text);
}

function matches({ reason, projectId }: DeadLetter, filter: LetterFilter): boolean {
  return (
    (filter.reason === undefined || reason.includes(filter.reason)) &&
    (filter.project === undefined || projectId === filter.project)
  );
}
