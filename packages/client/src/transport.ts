import createFetchClient from 'openapi-fetch';
import { apiErrorOf, TidemarkError } from './errors';
import type { paths } from './generated/api';
import { connectionError, retryingFetch, SYSTEM_CLOCK } from './retries';
import type { RetryClock, RetryOptions } from './retries';

export interface ClientOptions {
  /** Where Tidemark is, such as `https://tidemark.example.com`. */
  readonly host: string;
  /** A personal API key (`phx_…`) or a secret key of the project (`phs_…`). */
  readonly apiKey: string;
  /** The project of the calls: its number, or `@current`, the user's current one, which is the default. */
  readonly projectId?: number | string;
  readonly retry?: RetryOptions;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** For tests. */
  readonly clock?: RetryClock;
}

/** How requests of one client are sent. */
export interface Transport {
  readonly projectId: string;
  readonly clock: RetryClock;
  /** `openapi-fetch` with the key and the retries: returns error responses instead of throwing them. */
  readonly api: ReturnType<typeof createFetchClient<paths>>;
  /**
   * Sends a request to a path of the host, and returns the response whatever its status is.
   *
   * @throws ConnectionError without a response
   */
  send(path: string, init: RequestInit): Promise<Response>;
}

/** @throws TidemarkError where `host` is no address */
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
 * The parsed body of a response that succeeded; undefined where it has none.
 *
 * @throws ApiError for an error response; ConnectionError where the body breaks off
 */
export async function bodyOf(response: Response, now: () => number): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    if (isAbort(error)) throw error;
    throw connectionError(error);
  });
  const body = parsed(text);
  if (response.ok) return body;
  throw apiErrorOf(response, body, now);
}

/** The error that aborting a request by its signal makes. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

/** JSON, or the text where it is none; undefined for an empty one. */
export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A gateway in front of the API responds in HTML; the status says what happened.
    return text;
  }
}
