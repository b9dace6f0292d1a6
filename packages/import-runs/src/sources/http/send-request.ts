import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutboundRejectedError } from '@tidemark/platform';
import type { OutboundGuard } from '@tidemark/platform';
import { ImportDeniedError, ImportSourceError } from '../source';

export interface HttpDeps {
  readonly guard: OutboundGuard;
  /** Whether plain HTTP is allowed, for servers in private networks. */
  readonly allowHttp: boolean;
  /** Is called with the end of a wait for a source when the wait begins, and with null when it is over. */
  readonly onWait?: ((until: Date | null) => Promise<void>) | undefined;
}

export interface HttpRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The wait in ms before the second try if the source does not send one. It doubles before each further try. */
  readonly firstWaitMs?: number;
  /** Statuses of errors that the caller handles. */
  readonly handled?: readonly number[];
}

/** Statuses of a source whose key lacks a scope, or whose plan lacks a feature. */
const DENIED = new Set([402, 403]);
const SILENCE_MS = 180_000;
const TRIES = 8;
/** The minimum time of tries. A source that sends short waits may be starting, so it is tried as long as any other. */
const PATIENCE_MS = 255_000;
const FIRST_WAIT_MS = 1_000;
/** The maximum wait in ms. Services with a limit per hour may send such a wait. */
const MOST_WAIT_MS = 3_600_000;

/**
 * Sends a request to a source. It is repeated if the source is busy (429, 502, 503, 504) or does not respond: after the
 * time in `Retry-After`, or with growing waits.
 *
 * @returns the response with a status below 300, 404, or one of `handled`; its body is not read yet
 * @throws ImportDeniedError for 402 and 403; ImportSourceError for any other status, and after the last try
 */
export async function sendRequest(
  deps: HttpDeps,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const until = Date.now() + PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    let problem: string;
    let mayRepeat = true;
    let isDenied = false;
    let wait = (request.firstWaitMs ?? FIRST_WAIT_MS) * 2 ** Math.min(tries - 1, TRIES);
    try {
      const response = await sendOnce(deps, request, signal);
      const status = response.statusCode ?? 0;
      if (status < 300 || status === 404 || request.handled?.includes(status) === true) {
        return response;
      }
      const text = await startOf(response);
      problem = `it returned ${status}: ${text}`;
      mayRepeat = [429, 502, 503, 504].includes(status);
      isDenied = DENIED.has(status);
      const named = retryAfter(response.headers['retry-after']);
      if (named !== null) wait = Math.max(named, FIRST_WAIT_MS);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ImportSourceError) throw error;
      if (error instanceof OutboundRejectedError) {
        throw new ImportSourceError(error.message, { cause: error });
      }
      problem = `it cannot be reached (${codeOf(error)})`;
    }
    if (!mayRepeat || (tries >= TRIES && Date.now() > until)) {
      const message = `${request.url.origin}${request.url.pathname}: ${problem}`;
      throw isDenied ? new ImportDeniedError(message) : new ImportSourceError(message);
    }
    wait = Math.min(wait, MOST_WAIT_MS);
    await deps.onWait?.(new Date(Date.now() + wait));
    await sleep(wait, undefined, { signal });
    await deps.onWait?.(null);
  }
}

/** Parses `Retry-After`, seconds or a date, to ms from now; null for any other text. */
function retryAfter(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function sendOnce(
  { guard, allowHttp }: HttpDeps,
  { url, method = 'GET', headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:';
  if (!isHttps && !(allowHttp && url.protocol === 'http:')) {
    throw new ImportSourceError('The address of the source must begin with https://.');
  }
  guard.check(url);
  return new Promise((resolve, reject) => {
    const request = (isHttps ? httpsRequest : httpRequest)(
      url,
      {
        method,
        agent: isHttps ? guard.httpsAgent : guard.httpAgent,
        signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'tidemark',
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
      },
      resolve,
    );
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('the server is silent')));
    request.on('error', reject);
    request.end(body);
  });
}

/** Returns the beginning of the body, for the message of an error. */
async function startOf(response: IncomingMessage): Promise<string> {
  const text = await bodyOf(response);
  return text.slice(0, 300).replaceAll(/\s+/g, ' ');
}

/** The maximum size of a response that is read into memory; a page of events may have large properties. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/** @throws ImportSourceError for a body that is too large */
async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BODY_BYTES) {
      response.destroy();
      throw new ImportSourceError('The response of the source is too large.');
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Sends a request and reads the whole response. If the response is interrupted, for example by a restart of the source,
 * the request is repeated. See `sendRequest`.
 */
export async function sendForText(
  deps: HttpDeps,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  for (let tries = 1; ; tries += 1) {
    const response = await sendRequest(deps, request, signal);
    try {
      return { status: response.statusCode ?? 0, text: await bodyOf(response) };
    } catch (cause) {
      signal.throwIfAborted();
      if (cause instanceof ImportSourceError) throw cause;
      if (tries < TRIES) continue;
      const { origin, pathname } = request.url;
      throw new ImportSourceError(`${origin}${pathname}: the response broke off`, { cause });
    }
  }
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code.replace(/\W/g, '').slice(0, 40) : 'no response';
}
