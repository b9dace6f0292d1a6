import { setTimeout as delay } from 'node:timers/promises';
import type { QueryStatus } from '@tidemark/contracts';
import { exactJson, StreamedResponse } from '@tidemark/platform';

const EVERY_MS = 500;
/** The interval of heartbeats; a proxy may close a connection that is silent for longer. */
const KEEP_ALIVE_EVERY = 20;

/**
 * The status of a run as server-sent events, an addition of ours: one `status` at the start and at each change, then
 * `end`. The data is the body of a GET.
 * @param read returns null once the run is cancelled or expired
 */
export function statusStream(
  first: QueryStatus,
  read: () => Promise<QueryStatus | null>,
  signal: AbortSignal,
): StreamedResponse {
  return new StreamedResponse('text/event-stream', events(first, read, signal), {
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
}

async function* events(
  first: QueryStatus,
  read: () => Promise<QueryStatus | null>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let status: QueryStatus | null = first;
  let last = '';
  for (let round = 1; status !== null; round += 1) {
    const text = exactJson({ query_status: status });
    if (text !== last) yield `event: status\ndata: ${text}\n\n`;
    else if (round % KEEP_ALIVE_EVERY === 0) yield ': still there\n\n';
    last = text;
    if (status.complete || signal.aborted) break;
    await delay(EVERY_MS);
    status = await read();
  }
  yield `event: end\ndata: ${JSON.stringify({ cancelled: status === null })}\n\n`;
}
