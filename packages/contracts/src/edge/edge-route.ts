import type { z } from 'zod';
import { errorBodySchema } from '../shared/error-body';

/**
 * The description of one public route of the edge for the API documentation. The edge does not use it to parse
 * requests.
 */
export interface EdgeRoute {
  /** The operation id in the API documentation. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Paths with `{name}` parameters; all after the first are aliases. Clients may omit a trailing slash. */
  readonly paths: readonly [string, ...string[]];
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope that a personal key needs; null if the project's public token is enough. */
  readonly scope: string | null;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Media types of the body; JSON if absent. */
  readonly bodyTypes?: readonly string[];
  readonly responses: Readonly<Record<number, EdgeRouteResponse>>;
}

export interface EdgeRouteResponse {
  readonly text: string;
  /** The schema of a JSON response. If it is absent and `types` is present, the response is never JSON. */
  readonly json?: z.ZodType;
  /** Media types other than JSON; all are text. */
  readonly types?: readonly string[];
}

/** Plain-text errors, as capture and flags return them. */
export function textErrors(...statuses: readonly number[]): Record<number, EdgeRouteResponse> {
  return rejections(statuses, { types: ['text/plain'] });
}

/** Errors in the format of the project API. */
export function wireErrors(...statuses: readonly number[]): Record<number, EdgeRouteResponse> {
  return rejections(statuses, { json: errorBodySchema });
}

/** Errors in a format given by the caller. */
export function rejections(
  statuses: readonly number[],
  content: Omit<EdgeRouteResponse, 'text'>,
): Record<number, EdgeRouteResponse> {
  return Object.fromEntries(
    statuses.map((status) => [status, { text: ERROR_TEXTS[status] ?? 'Rejected.', ...content }]),
  );
}

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  304: 'Not modified: the `ETag` that was sent is current.',
  400: 'The body or a parameter cannot be read, or is incomplete.',
  401: 'The token or key is unknown.',
  402: 'The quota of the project is used up.',
  403: 'The key lacks the permission for this operation.',
  404: 'Not found.',
  408: 'The client stopped sending.',
  413: 'The body is too large.',
  415: 'The encoding or type of the body is not supported.',
  429: 'Too many requests; `Retry-After` contains the number of seconds to wait.',
  503: 'A store that is needed is unavailable; the same request may succeed shortly.',
};
