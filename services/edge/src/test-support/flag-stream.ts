import { waitUntil } from '@tidemark/testing';

interface StreamedFlags {
  readonly flags: Readonly<
    Record<
      string,
      {
        readonly enabled: boolean;
        readonly variant: string | null;
        readonly metadata: { readonly payload: unknown };
      }
    >
  >;
  readonly errorsWhileComputingFlags: boolean;
  readonly quotaLimited?: readonly string[];
  /** Keys of removed flags, in `flag_changes`. */
  readonly removed?: readonly string[];
}

interface StreamEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: StreamedFlags;
}

/** An open stream of flags, read as a browser reads it. */
export interface FlagStream {
  readonly response: Response;
  readonly events: readonly StreamEvent[];
  /** The flags that result from the events received so far. */
  flags(): StreamedFlags['flags'];
  /** All text so far. */
  text(): string;
  hasEnded(): boolean;
  /** Waits for the next event that `next` has not returned yet. */
  next(): Promise<StreamEvent>;
  close(): void;
}

/** Opens a stream. @param parameters parameters of the query; objects are sent as JSON */
export async function openFlagStream(
  url: string,
  parameters: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<FlagStream> {
  const abort = new AbortController();
  const query = new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const response = await fetch(`${url}/flags/stream?${query.toString()}`, {
    headers,
    signal: abort.signal,
  });
  const events: StreamEvent[] = [];
  let text = '';
  let ended = false;
  let taken = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk;
      const blocks = text.split('\n\n').slice(0, -1);
      const named = blocks.filter((block) => block.includes('event: '));
      events.push(...named.slice(events.length).map(parseEvent));
    }
  };
  const reading = read()
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    })
    .finally(() => {
      ended = true;
    });
  return {
    response,
    events,
    flags: () => events.reduce(flagsAfter, {}),
    text: () => text,
    hasEnded: () => ended,
    next: async () => {
      await waitUntil(() => events.length > taken, 5_000, 5);
      const event = events[taken];
      if (event === undefined) throw new Error('there is no further event');
      taken += 1;
      return event;
    },
    close: () => {
      abort.abort();
      void reading;
    },
  };
}

function flagsAfter(
  before: StreamedFlags['flags'],
  { event, data }: StreamEvent,
): StreamedFlags['flags'] {
  if (event === 'flags') return data.flags;
  const left = Object.entries(before).filter(([key]) => !data.removed?.includes(key));
  return { ...Object.fromEntries(left), ...data.flags };
}

function parseEvent(block: string): StreamEvent {
  const field = (name: string): string | null =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
  return {
    id: field('id'),
    event: field('event') ?? '',
    data: JSON.parse(field('data') ?? 'null') as StreamedFlags,
  };
}
