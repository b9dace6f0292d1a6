/** A request's path without its trailing slash, and its query. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;
const NO_QUERY = new URLSearchParams();

/** @param url the request line's target; proxies may send it with scheme and host in front. */
export function parseTarget(url: string): Target {
  return parseOriginForm(url.startsWith('/') ? url : url.replace(ORIGIN, ''));
}

function parseOriginForm(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    query: mark === -1 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
  };
}
