import type { Answer } from './answer';
import { text } from './answer';
import type { UnreadBody } from './read-body';

/** Asks the client to send the same again in a second. */
export const TRY_AGAIN = text(503, 'transient error, please retry', ['Retry-After', '1']);

const STALLED: Answer = { ...text(408, 'client stopped sending data'), close: true };

/** The response to a body that was not read in full. */
export function unreadAnswer(read: UnreadBody, tooLarge: string): Answer {
  switch (read.outcome) {
    case 'busy':
      return { ...TRY_AGAIN, close: !read.drained };
    case 'stalled':
      return STALLED;
    case 'too_large':
      return { ...text(413, tooLarge), close: !read.drained };
  }
}
