import createFetchClient from 'openapi-fetch';
import { apiErrorOf, ConnectionError, TidemarkError } from './errors';
import type { paths } from './generated/api';
import { connectionError, retryingFetch, SYSTEM_CLOCK } from './retries';
import type { RetryClock, RetryOptions } from './retries';

export interface ClientOptions {
  /** The URL of the Tidemark server, such as `https://tidemark.example.com`. */
  readonly host: string;
  /** A personal API key (`phx_…`) or a secret key of the project (`phs_…`). */
  readonly apiKey: string;
  /** The id of the project, or `@current` (the default) for the current project of the user. */
  readonly projectId?: number | string;
  readonly retry?: RetryOptions;
  /** Additional headers of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Replaces the system clock in tests. */
  readonly clock?: RetryClock;
}

/** Sends the requests of one client. */
export interface Transport {
  readonly projectId: string;
  readonly clock: RetryClock;
  /**
   * The `openapi-fetch` client with the API key and the retries. It returns error responses instead of throwing them.
   */
  readonly api: ReturnType<typeof createFetchClient<paths>>;
  /**
   * Sends a request to a path of the host and returns the response, whatever its status.
   *
   * @throws ConnectionError without a response
   */
  send(path: string, init: RequestInit): Promise<Response>;
}

/** @throws TidemarkError if `host` is not a URL */
export function createTransport(options: ClientOptions): Transport {
  const { apiKey, projectId = '@current', retry = {}, clock = SYSTEM_CLOCK } = options;
  const host = hostOf(options.host);
  const headers = { ...options.headers, Authorization: `Bearer ${apiKey}` };
  const plain = options.fetch ?? ((request: Request) => fetch(request));
  const send = retryingFetch(plain, retry, clock);
  return {
    projectId: String(projectId),
    clock,
    api: createFetchClient<paths>({ baseUrl: host, headers, fetch: send }),
    send: (path, init) => {
      const request = new Request(host + path, {
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
      });
      return send(request);
    },
  };
}

function hostOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TidemarkError(
      `host must be an address such as https://tidemark.example.com: ${text}`,
    );
  }
  return url.origin + url.pathname.replace(/\/$/, '');
}

/**
 * Encodes a value of a path. URLs have no encoding for `.` and `..`, and none for an empty text: the request would go to
 * another route.
 *
 * @throws TidemarkError
 */
export function pathSegment(name: string, value: string): string {
  if (['', '.', '..'].includes(value)) throw new TidemarkError(`${name} must not be "${value}".`);
  return encodeURIComponent(value);
}

/**
 * Returns the parsed body of a successful response; undefined if it is empty.
 *
 * @param signal the signal of the request
 * @throws ApiError for an error response; ConnectionError if the body ends too early; the reason of the signal
 */
export async function bodyOf(
  response: Response,
  now: () => number,
  signal?: AbortSignal,
): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw failureOf(error, signal);
  });
  const body = parsed(text);
  if (response.ok) return body;
  throw apiErrorOf(response, body, now);
}

/** Returns the error of a request that failed: the reason of its signal, which may be any value, or a ConnectionError. */
export function failureOf(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason;
  return error instanceof ConnectionError ? error : connectionError(error);
}

/** Parses JSON; returns the text itself if it is not JSON, and undefined if it is empty. */
export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A gateway in front of the API may respond with HTML; the status contains the reason.
    return text;
  }
}
