import type { Answer } from './answer';
import { text } from './answer';
import type { ReadBody } from './read-body';

/** Asks the client to send the same again in a second. */
export const TRY_AGAIN = text(503, 'transient error, please retry', ['Retry-After', '1']);

const STALLED: Answer = { ...text(408, 'client stopped sending data'), close: true };

/** The answer to a body that was not read in full; null when nobody is left to hear it. */
export function unreadAnswer(
  read: Exclude<ReadBody, { outcome: 'complete' }>,
  tooLarge: string,
): Answer | null {
  switch (read.outcome) {
    case 'aborted':
      return null;
    case 'busy':
      return { ...TRY_AGAIN, close: !read.drained };
    case 'stalled':
      return STALLED;
    case 'too_large':
      return { ...text(413, tooLarge), close: !read.drained };
  }
}
