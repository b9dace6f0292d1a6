import type { IncomingHttpHeaders } from 'node:http';

const VARY = 'origin, access-control-request-method, access-control-request-headers';

/** Every origin may send and read: the project token is public. Mirrored, because `*` forbids credentials. */
export function corsHeaders({ origin }: IncomingHttpHeaders): string[] {
  if (origin === undefined) return ['Vary', VARY];
  return [
    ...['Vary', VARY],
    ...['Access-Control-Allow-Origin', origin],
    ...['Access-Control-Allow-Credentials', 'true'],
  ];
}

/** Is this OPTIONS request a browser's question before the real one? */
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
