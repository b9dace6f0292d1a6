import type { IncomingHttpHeaders } from 'node:http';

const VARY = 'origin, access-control-request-method, access-control-request-headers';

/** Allows every origin, because the project token is public. Returns the origin itself: `*` forbids credentials. */
export function corsHeaders({ origin }: IncomingHttpHeaders): string[] {
  if (origin === undefined) return ['Vary', VARY];
  return [
    ...['Vary', VARY],
    ...['Access-Control-Allow-Origin', origin],
    ...['Access-Control-Allow-Credentials', 'true'],
  ];
}

/** Whether an OPTIONS request is the preflight of a browser. */
export function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** The headers that a preflight response has in addition to `corsHeaders`. */
export function preflightHeaders(headers: IncomingHttpHeaders, methods: string): string[] {
  const asked = headers['access-control-request-headers'];
  return [
    ...['Access-Control-Allow-Methods', methods],
    ...(asked === undefined ? [] : ['Access-Control-Allow-Headers', asked]),
  ];
}
