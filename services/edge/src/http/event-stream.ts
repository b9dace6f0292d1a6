import type { IncomingHttpHeaders } from 'node:http';
import { PUBLIC_SECURITY_HEADERS } from '@tidemark/platform';
import { corsHeaders } from './cors';

/** Keeps proxies from closing a stream on which nothing happens; clients ignore it. */
export const HEARTBEAT = ': heartbeat\n\n';

/** First on every stream: how long a client that lost it waits before it asks again. */
export function retryField(ms: number): string {
  return `retry: ${ms}\n\n`;
}

/** The headers of a response of server-sent events: name, value, name, value … */
export function eventStreamHeaders(headers: IncomingHttpHeaders): string[] {
  return [
    ...['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store, no-transform'],
    // Nginx would hold events back until its buffer is full.
    ...['X-Accel-Buffering', 'no', 'Connection', 'close'],
    ...PUBLIC_SECURITY_HEADERS,
    ...corsHeaders(headers),
  ];
}
