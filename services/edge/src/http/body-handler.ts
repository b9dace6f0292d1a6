import type { IncomingMessage } from 'node:http';
import type { BodyBudget, BodyHold } from '../body/body-budget';
import type { EdgeFamily, EdgeMetrics } from '../edge-metrics';
import type { EdgeResponse } from './edge-response';
import type { UnreadBody } from './read-body';
import type { IdleWatch } from './idle-watch';
import { readBody } from './read-body';

export interface BodyHandlerDeps {
  readonly metrics: Pick<EdgeMetrics, 'rejections'>;
  readonly budget: BodyBudget;
  /** Closes requests whose bodies make no progress. */
  readonly idle: IdleWatch;
}

/** The response to an error of a route, and the reason for the metrics. */
export interface Rejection {
  readonly reason: string;
  readonly response: EdgeResponse;
}

/** The differences between the routes that accept a body. */
export interface BodyRoute<Asked> {
  readonly family: EdgeFamily;
  /** The limit of the body as sent, before it is inflated. */
  readonly maxBytes: number;
  /** The response to a request whose body is not read: a preflight, another method. Null: the body is read. */
  readonly withoutBody: (request: IncomingMessage, asked: Asked) => EdgeResponse | null;
  /** The response to a body that was not read in full. */
  readonly unread: (read: UnreadBody, request: IncomingMessage) => EdgeResponse;
  /** @param hold reserves the bytes of the inflated body */
  readonly take: (
    request: IncomingMessage,
    asked: Asked,
    body: Buffer,
    hold: BodyHold,
  ) => Promise<EdgeResponse>;
  /** Returns the response to an error of `take`. @throws the error itself if the route does not expect it */
  readonly rejected: (error: unknown, request: IncomingMessage, asked: Asked) => Rejection;
}

/**
 * Handles a request with a body: checks the method, reads the body within the budget, handles errors, and releases
 * the reserved bytes. Resolves with null if the client has closed the connection.
 *
 * @typeParam Asked the parameters in path and query
 */
export function createBodyHandler<Asked>(
  { metrics, budget, idle }: BodyHandlerDeps,
  { family, maxBytes, withoutBody, unread, take, rejected }: BodyRoute<Asked>,
): (request: IncomingMessage, asked: Asked) => Promise<EdgeResponse | null> {
  return async (request, asked) => {
    const early = withoutBody(request, asked);
    if (early !== null) return early;
    const hold = budget.hold();
    try {
      const read = await readBody(request, { maxBytes, idle, hold });
      if (read.outcome === 'complete') return await take(request, asked, read.body, hold);
      metrics.rejections.inc({ family, reason: read.outcome });
      return read.outcome === 'aborted' ? null : unread(read, request);
    } catch (error) {
      const { reason, response } = rejected(error, request, asked);
      metrics.rejections.inc({ family, reason });
      return response;
    } finally {
      hold.release();
    }
  };
}
