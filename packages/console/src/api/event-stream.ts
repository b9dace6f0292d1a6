import { CONSOLE_HEADER, failureOf, withoutResponse } from './client';
import type { StreamMessage } from './sse-parser';
import { createSseParser } from './sse-parser';

/**
 * Reads server-sent events until the stream ends. Unlike `EventSource`, it reports why the server rejected the request,
 * and it can continue after the message with the id `lastId`.
 *
 * @throws ApiError; DOMException AbortError
 */
export async function readEventStream(
  path: string,
  options: {
    readonly signal: AbortSignal;
    readonly lastId: string | null;
    readonly onOpen: () => void;
    readonly onMessages: (messages: readonly StreamMessage[]) => void;
  },
): Promise<void> {
  const { signal, lastId, onOpen, onMessages } = options;
  const response = await fetch(path, {
    signal,
    headers: {
      ...CONSOLE_HEADER,
      Accept: 'text/event-stream',
      ...(lastId === null ? {} : { 'Last-Event-ID': lastId }),
    },
  }).catch((cause: unknown) => {
    throw withoutResponse(cause);
  });
  if (!response.ok || response.body === null) {
    throw failureOf(response.status, await response.json().catch(() => null));
  }
  onOpen();
  const parse = createSseParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const messages = parse(value);
      if (messages.length > 0) onMessages(messages);
    }
  } catch (cause) {
    throw withoutResponse(cause);
  }
}
