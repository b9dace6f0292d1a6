import { exactJson, StreamedResponse } from '@tidemark/platform';
import type { Batch, Viewer } from './viewer';

/** The interval of heartbeats; a proxy may close a connection that is silent for longer. */
const HEARTBEAT_MS = 15_000;
/** The maximum age of a stream. The client then reconnects and authenticates again. */
const MAX_AGE_MS = 5 * 60_000;
const RETRY_MS = 1_000;

/**
 * Server-sent events: an `event` with the body that the list has, `skipped` with a count before those that came
 * afterwards, comments as heartbeats.
 *
 * @param leave runs once, when the stream ends for any reason
 */
export function liveStream(viewer: Viewer, leave: () => void): StreamedResponse {
  return new StreamedResponse('text/event-stream', messages(viewer, leave), {
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
}

async function* messages(viewer: Viewer, leave: () => void): AsyncGenerator<string> {
  try {
    yield `retry: ${RETRY_MS}\n: events as they are stored\n\n`;
    const end = performance.now() + MAX_AGE_MS;
    while (performance.now() < end) {
      const next = await viewer.next(HEARTBEAT_MS);
      if (next === null) return;
      yield next === 'silence' ? ': still there\n\n' : textOf(next);
    }
  } finally {
    leave();
  }
}

function textOf({ events, skipped }: Batch): string {
  const count =
    skipped === 0 ? '' : `event: skipped\ndata: ${JSON.stringify({ count: skipped })}\n\n`;
  const shown = events.map(
    ({ id, body }) => `id: ${id}\nevent: event\ndata: ${exactJson(body)}\n\n`,
  );
  return count + shown.join('');
}
