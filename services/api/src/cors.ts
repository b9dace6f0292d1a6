import type { RequestHandler } from 'express';
import { hasSessionCookie } from './auth/session-cookie';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Headers that browsers always permit are not listed. */
const HEADERS = 'authorization, content-type, x-requested-with, x-csrftoken';
/** Headers of responses that scripts of the page may read; browsers hide the others. */
const READABLE = 'content-disposition, retry-after, x-request-id';
const MAX_AGE_SECONDS = '86400';
/** Only our own pages may sign in: other pages must not try passwords from the browsers of their visitors. */
const SIGN_IN = /^\/api\/(?:log(?:in|out)|setup|cli-auth)(?:\/|$)/;

/**
 * Pages of any origin may use the project API, as PostHog's toolbar does on its customers' pages
 * (`docs/wire/api.md#cors-toolbar`). Credentials are keys that a page has to hold: `*` gives no page what its key does
 * not. Nobody else may read responses to a session cookie, so those get no such header; a page of another origin whose
 * request has one could not read a response with `*` either.
 */
export const allowAnyOrigin: RequestHandler = (request, response, next) => {
  const { origin, cookie } = request.headers;
  const isForPages = request.path.startsWith('/api/') && !SIGN_IN.test(request.path);
  if (origin === undefined || !isForPages || hasSessionCookie(cookie)) {
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Origin', '*');
  const isPreflight =
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  if (!isPreflight) {
    response.setHeader('Access-Control-Expose-Headers', READABLE);
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Allow-Headers', HEADERS);
  response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
  response.status(200).end();
};
