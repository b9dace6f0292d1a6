import createClient from 'openapi-fetch';
import { ApiError, apiErrorOf } from './api-error';
import { requestFailed } from './availability';
import type { paths } from './generated/schema';
import { sessionEnded } from './session-ended';

/**
 * A header of every request. CORS never allows it to other origins, so only the console can send it (docs/security.md).
 */
export const CONSOLE_HEADER = { 'X-Tidemark-Console': '1' } as const;

/** Typed access to the routes of the API. Use it through `call`. */
export const api = createClient<paths>({ baseUrl: '/', headers: CONSOLE_HEADER });

/** Statuses of a proxy whose server does not respond. */
const NO_API: ReadonlySet<number> = new Set([502, 503, 504]);

interface FetchResult<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the body of a successful response.
 *
 * @throws ApiError for an error response, and if there is no response
 */
export async function call<T>(request: Promise<FetchResult<T>>): Promise<T> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    throw withoutResponse(cause);
  });
  if (response.ok) return data as T;
  throw failureOf(response.status, error);
}

/**
 * Sends a request whose path or body is not in the generated types. Returns the parsed JSON body, or null if it is
 * empty.
 *
 * @throws ApiError
 */
export async function request<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  options: { readonly body?: unknown; readonly signal?: AbortSignal } = {},
): Promise<T> {
  const { body, signal } = options;
  return bodyOf<T>(
    fetch(path, {
      method,
      signal,
      headers: {
        ...CONSOLE_HEADER,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
}

/**
 * Sends a form, for example with a file. The browser sets its media type.
 *
 * @throws ApiError
 */
export function sendForm<T>(
  path: string,
  form: FormData,
  method: 'POST' | 'PATCH' = 'POST',
): Promise<T> {
  return bodyOf<T>(fetch(path, { method, headers: CONSOLE_HEADER, body: form }));
}

async function bodyOf<T>(sent: Promise<Response>): Promise<T> {
  const response = await sent.catch((cause: unknown) => {
    throw withoutResponse(cause);
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? null : parse(text);
  if (response.ok) return parsed as T;
  throw failureOf(response.status, parsed);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The body is not JSON: a gateway may respond with HTML.
    return null;
  }
}

/** The error of an error response. It announces the end of the session, and a server that may be unavailable. */
export function failureOf(status: number, body: unknown): ApiError {
  if (status === 401) sessionEnded.announce();
  if (NO_API.has(status)) requestFailed.announce();
  return apiErrorOf(status, body);
}

/** The error of a request without a response, which it announces. An abort error is returned unchanged. */
export function withoutResponse(cause: unknown): unknown {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
  requestFailed.announce();
  return new ApiError(0, 'The server cannot be reached. Check your connection.');
}
