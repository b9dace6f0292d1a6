import type { EdgeResponse } from './edge-response';
import { text } from './edge-response';
import type { UnreadBody } from './read-body';

/** Asks the client to send the request again after a second. */
export const TRY_AGAIN = text(503, 'transient error, please retry', ['Retry-After', '1']);

const STALLED: EdgeResponse = { ...text(408, 'client stopped sending data'), close: true };

/** The response to a body that was not read in full. */
export function unreadResponse(read: UnreadBody, tooLarge: string): EdgeResponse {
  switch (read.outcome) {
    case 'busy':
      return { ...TRY_AGAIN, close: !read.drained };
    case 'stalled':
      return STALLED;
    case 'too_large':
      return { ...text(413, tooLarge), close: !read.drained };
  }
}
