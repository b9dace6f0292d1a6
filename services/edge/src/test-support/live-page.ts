import type { FlagDetails } from '@tidemark/flag-engine';
import type { LiveClient, LiveStream, LiveStreamHub } from '../live-flags/live-stream-hub';

type Flags = Readonly<Record<string, FlagDetails>>;

/** A page that builds its flags from the events of a stream. */
export class LivePage {
  /** Null until the first event. */
  flags: Flags | null = null;
  /** The names of events since they were last taken. */
  events: string[] = [];
  isReady = true;
  private lastId: string | null = null;
  private stream: LiveStream;

  constructor(
    private readonly hub: LiveStreamHub,
    private readonly evaluate: LiveClient['evaluate'],
  ) {
    this.stream = this.open();
  }

  apply(what: 'block' | 'unblock' | 'reconnect'): void {
    if (what === 'block') {
      this.isReady = false;
      return;
    }
    this.isReady = true;
    if (what === 'unblock') {
      this.stream.resume();
      return;
    }
    this.stream.leave();
    this.stream = this.open();
  }

  takeEvents(): readonly string[] {
    return this.events.splice(0);
  }

  private open(): LiveStream {
    const client: LiveClient = {
      isReady: () => this.isReady,
      send: (text) => this.take(text),
      end: () => undefined,
      evaluate: this.evaluate,
    };
    const stream = this.hub.join(1, client, this.lastId);
    if (typeof stream === 'string') throw new Error(stream);
    return stream;
  }

  private take(text: string): void {
    const field = (name: string): string | null =>
      new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null;
    const name = field('event');
    if (name === null) throw new Error(`no event: ${text}`);
    this.lastId = field('id') ?? this.lastId;
    const data = JSON.parse(field('data') ?? '') as { flags: Flags; removed?: readonly string[] };
    this.flags = name === 'flags' ? data.flags : changed(this.flags, data);
    this.events.push(name);
  }
}

function changed(
  flags: Flags | null,
  data: { readonly flags: Flags; readonly removed?: readonly string[] },
): Flags {
  if (flags === null) throw new Error('changes before the complete flags');
  for (const key of data.removed ?? []) {
    if (!Object.hasOwn(flags, key)) throw new Error(`removed, but not there: ${key}`);
    if (Object.hasOwn(data.flags, key)) throw new Error(`removed and changed: ${key}`);
  }
  // `__proto__` may be the key of a flag, so entries and no spread.
  return Object.fromEntries([
    ...Object.entries(flags).filter(([key]) => !data.removed?.includes(key)),
    ...Object.entries(data.flags),
  ]);
}
