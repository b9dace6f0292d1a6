/** A request's path without its trailing slash, and its query. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

const NO_QUERY = new URLSearchParams();

/** @param url target of the request line: an absolute path and a query, already checked by the HTTP server. */
export function parseTarget(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path,
    query: mark === -1 ? NO_QUERY : new URLSearchParams(url.slice(mark + 1)),
  };
}
