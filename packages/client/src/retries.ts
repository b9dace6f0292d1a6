import { ConnectionError, retryAfterOf } from './errors';

export interface RetryOptions {
  /** The number of attempts after the first one; 3 by default, 0 for none. */
  readonly retries?: number;
  /** The longest first wait in milliseconds, which doubles with each attempt; 250 by default. */
  readonly firstWaitMs?: number;
  /**
   * The longest wait in milliseconds; 30,000 by default. If the server asks for a longer wait, the request is not
   * repeated.
   */
  readonly maxWaitMs?: number;
}

/** The functions that waits depend on; tests replace them. */
export interface RetryClock {
  readonly now: () => number;
  /** Returns a number x with 0 ≤ x < 1. */
  random(): number;
  /** Resolves after the given time; rejects with the reason of the signal when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: RetryClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', abort);
        resolve();
      }, ms);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    }),
};

/** Statuses after which the same request may succeed. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503]);
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/**
 * POST routes that only read. The client chooses the id of a background run, so a repeated request continues the same
 * run.
 */
const READING_POST =
  /\/query\/(?:[A-Z][A-Za-z]*\/)?$|\/feature_flags\/(?:dry_run|user_blast_radius)\/$/;

/** Whether a request may be sent twice: because of its method (RFC 9110 §9.2.2), or because it only reads. */
export function isRepeatable({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return IDEMPOTENT.has(method) || (method === 'POST' && READING_POST.test(new URL(url).pathname));
}

/**
 * Returns a `fetch` that repeats requests that may be repeated: after status 429, 502 and 503, and without a response.
 * It waits as long as `Retry-After` says, otherwise a random time below a bound that doubles ("full jitter").
 *
 * A DELETE that finds nothing after an attempt whose result is unknown has status 204: the earlier attempt has probably
 * deleted the object, and in any case it does not exist.
 *
 * @throws ConnectionError without a response; the reason of the request's signal if it is aborted
 */
export function retryingFetch(
  send: (request: Request) => Promise<Response>,
  options: RetryOptions,
  clock: RetryClock,
): (request: Request) => Promise<Response> {
  const { retries = 3, firstWaitMs = 250, maxWaitMs = 30_000 } = options;

  /** The milliseconds until the next attempt; null if there is none. */
  const waitBefore = (attempt: number, retryAfter: number | null): number | null => {
    if (attempt >= retries) return null;
    if (retryAfter !== null) return retryAfter * 1_000 > maxWaitMs ? null : retryAfter * 1_000;
    return clock.random() * Math.min(maxWaitMs, firstWaitMs * 2 ** attempt);
  };

  return async (request) => {
    const isSafe = isRepeatable(request);
    let mayBeDone = false;
    for (let attempt = 0; ; attempt += 1) {
      let wait: number | null;
      let outcome: Response | ConnectionError;
      try {
        outcome = await send(isSafe ? request.clone() : request);
        if (mayBeDone && request.method === 'DELETE' && outcome.status === 404) {
          await discard(outcome);
          return new Response(null, { status: 204, headers: outcome.headers });
        }
        if (!isSafe || !TRANSIENT.has(outcome.status)) return outcome;
        wait = waitBefore(attempt, retryAfterOf(outcome.headers.get('retry-after'), clock.now()));
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        outcome = connectionError(error);
        wait = isSafe ? waitBefore(attempt, null) : null;
      }
      if (wait === null) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      // Status 429 means that the request was not processed.
      mayBeDone ||= !(outcome instanceof Response) || outcome.status !== 429;
      if (outcome instanceof Response) await discard(outcome);
      await clock.sleep(wait, request.signal);
    }
  };
}

/**
 * Cancels the body of a response: its connection can only be used again after the body was read or cancelled. If the
 * connection is lost already, cancelling fails, and the next attempt uses another one.
 */
async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => undefined);
}

/** Converts an error of `fetch`, whose message is "fetch failed" and whose reason is in `cause`. */
export function connectionError(error: unknown): ConnectionError {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = inner instanceof Error && inner.message !== '' ? inner.message : String(inner);
  return new ConnectionError(`No response from the server: ${reason}`, { cause: error });
}
