import type { IncomingHttpHeaders } from 'node:http';
import { PUBLIC_SECURITY_HEADERS } from '@tidemark/platform';
import { corsHeaders } from './cors';

/** Keeps proxies from closing an idle stream; clients ignore it. */
export const HEARTBEAT = ': heartbeat\n\n';

/** The first field of every stream: the time after which a disconnected client reconnects. */
export function retryField(ms: number): string {
  return `retry: ${ms}\n\n`;
}

/** The headers of a response of server-sent events: name, value, name, value … */
export function eventStreamHeaders(headers: IncomingHttpHeaders): string[] {
  return [
    ...['Content-Type', 'text/event-stream', 'Cache-Control', 'no-store, no-transform'],
    // Nginx would otherwise delay events until its buffer is full.
    ...['X-Accel-Buffering', 'no', 'Connection', 'close'],
    ...PUBLIC_SECURITY_HEADERS,
    ...corsHeaders(headers),
  ];
}
