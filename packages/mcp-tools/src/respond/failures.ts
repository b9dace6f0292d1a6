import { ApiError, ConnectionError, QueryRunError } from '@tidemark/client';
import type { z } from 'zod';
import type { Answer } from './answer';

/** The detail of the API for a project that does not exist, or that the key may not use. */
const NO_PROJECT = 'Project not found.';
const OTHER_PROJECT =
  'The project_id of this session is wrong: ask the user for the number of a project that the key may read.';
const MAX_ISSUES = 10;
const MAX_ISSUE = 200;

/** The answer of a call that failed: what is wrong, and what an agent can do about it. */
export function failure(error: unknown): Answer {
  if (error instanceof ApiError) {
    const { status, code, detail, attr } = error;
    const { retryAfter, requestId } = error.facts;
    const data = { status, code, attr, retry_after: retryAfter, request_id: requestId };
    const advice = detail === NO_PROJECT ? OTHER_PROJECT : adviceOf(status, code, retryAfter);
    return { summary: `${detail} ${advice}`.trim(), data, isError: true };
  }
  if (error instanceof QueryRunError || error instanceof ConnectionError) {
    return { summary: error.message, isError: true };
  }
  if (error instanceof RejectedCallError) return { summary: error.message, isError: true };
  throw error;
}

/**
 * The arguments of a call, checked.
 *
 * @throws RejectedCallError that lists what is wrong; its length is limited
 */
export function checkedInput<Schema extends z.ZodType>(schema: Schema, given: unknown) {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const listed = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const place = cut(path.map(String).join('.'));
    return cut(place === '' ? message : `${place}: ${message}`);
  });
  const rest = issues.length - listed.length;
  throw new RejectedCallError(
    `The arguments are not valid: ${listed.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`,
  );
}

const cut = (text: string): string =>
  text.length <= MAX_ISSUE ? text : `${text.slice(0, MAX_ISSUE)}…`;

/** A request that a tool rejects without calling the API. */
export class RejectedCallError extends Error {
  override readonly name = 'RejectedCallError';
}

const WAITING = new Set(['approval_required', 'change_request_pending']);

function adviceOf(status: number, code: string, retryAfter: number | null): string {
  if (WAITING.has(code)) {
    return 'Do not repeat the call: tell the user that another person has to decide about it.';
  }
  switch (status) {
    case 401:
      return 'The key is not valid any more: ask the user for another one.';
    case 403:
      return 'The key may not do this: ask the user for a key with the scope that is named.';
    case 404:
      return 'List what exists first; it may belong to another project.';
    case 409:
      return 'Read it again: it was changed in the meantime.';
    case 429:
      return `Wait ${String(Math.ceil(retryAfter ?? 60))} seconds before the next call.`;
    case 504:
    case 512:
    case 513:
      return 'Ask for less: a shorter time range, fewer rows, no SELECT *.';
    default:
      return status >= 500 ? 'Try again once; then tell the user.' : '';
  }
}
