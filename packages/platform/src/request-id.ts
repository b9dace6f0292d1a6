import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The header that carries it, from the gateway on. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** The ids that other services may give a request; they appear in log lines. */
const GOOD_ID = /^[\w.:-]{1,128}$/;

const current = new AsyncLocalStorage<string>();

/** The id that a request came with, or one of ours where it has none, or none that can be written down. */
export function requestIdOf(sent: string | readonly string[] | undefined): string {
  return typeof sent === 'string' && GOOD_ID.test(sent) ? sent : randomUUID();
}

/** Whatever `work` logs, now or later, carries the id. Undefined: nothing changes. */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return id === undefined ? work() : current.run(id, work);
}

/** The id of the request that is being processed. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
