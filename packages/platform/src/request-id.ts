import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header with the request id, set by the gateway. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Valid request ids of other services; they are written to log lines. */
const GOOD_ID = /^[\w.:-]{1,128}$/;

const current = new AsyncLocalStorage<string>();

/** The id that a request was sent with; a new one if there is none or it is invalid. */
export function requestIdOf(sent: string | readonly string[] | undefined): string {
  return typeof sent === 'string' && GOOD_ID.test(sent) ? sent : randomUUID();
}

/** Runs `work` so that all its log lines, also later ones, contain the id. Undefined: no id is added. */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return id === undefined ? work() : current.run(id, work);
}

/** The id of the request that is being processed. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
