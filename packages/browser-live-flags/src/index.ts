/** What is used of posthog-js: public methods of every version since 1.96. */
export interface PostHogPage {
  readonly config: {
    readonly token: string;
    readonly api_host: string;
    /** The address of flag requests where it is another one. */
    readonly flags_api_host?: string | null;
    readonly evaluation_contexts?: readonly string[];
  };
  get_distinct_id(): string;
  get_property(name: string): unknown;
  getGroups(): Record<string, unknown>;
  /** Calls back with each set of flags that was loaded; returns the way to stop. */
  onFeatureFlags(
    callback: (keys: string[], values: Record<string, string | boolean>) => void,
  ): () => void;
  reloadFeatureFlags(): void;
}

export interface LiveFlagsOptions {
  /** The product's address; by default the one that posthog-js uses. */
  readonly host?: string;
  /** Pages reload after a random time of at most so many ms, so that not all do so at once; 500 by default. */
  readonly jitterMs?: number;
}

export interface LiveFlags {
  /** Closes the stream for good. */
  stop(): void;
}

/** Below the 8 KiB that the edge takes. */
const MAX_LENGTH = 7_000;

type Values = Readonly<Record<string, string | boolean>>;

/** How soon a person, group or property that the page has set is followed. */
const FOLLOW_MS = 1_000;
/** After a rejected stream, and at most after many. */
const [MIN_WAIT_MS, MAX_WAIT_MS] = [5_000, 300_000];

/**
 * Calls `posthog.reloadFeatureFlags()` when a change makes the flags of the page's person differ. The stream follows
 * `identify`, `reset` and `group`, and is closed while the page is hidden. A product without streams, or one whose
 * streams are all taken, leaves posthog-js as it is.
 */
export function liveFlags(posthog: PostHogPage, options: LiveFlagsOptions = {}): LiveFlags {
  const { host = null, jitterMs = 500 } = options;
  let source: EventSource | null = null;
  /** The address of the open stream, and the id of the last event that it delivered. */
  let address: string | null = null;
  let lastEventId = '';
  /** The flags that posthog-js has loaded, and those of the first event of a stream, which may differ from them. */
  let loaded: Values | null = null;
  let unsure: Values | null = null;
  let waitMs = MIN_WAIT_MS;
  let retryAt = 0;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const later = (work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, Math.random() * jitterMs);
    timers.add(timer);
  };
  const compare = (): void => {
    if (unsure === null || loaded === null) return;
    const [theirs, ours] = [unsure, loaded];
    unsure = null;
    const keys = Object.keys({ ...theirs, ...ours });
    if (keys.some((key) => (theirs[key] ?? false) !== (ours[key] ?? false))) {
      posthog.reloadFeatureFlags();
    }
  };
  /** The flags differ from those of the event before. */
  const onChange = (event: MessageEvent<string>): void => {
    lastEventId = event.lastEventId;
    waitMs = MIN_WAIT_MS;
    later(() => posthog.reloadFeatureFlags());
  };
  /** Complete flags: the first event of a stream, or of a product that knows no events of changes. */
  const onFlags = (event: MessageEvent<string>): void => {
    if (lastEventId !== '') {
      onChange(event);
      return;
    }
    lastEventId = event.lastEventId;
    waitMs = MIN_WAIT_MS;
    const values = valuesOf(event.data);
    later(() => {
      unsure = values;
      compare();
    });
  };
  const close = (): void => {
    source?.close();
    source = null;
  };
  const open = (at: string): void => {
    const known = lastEventId === '' ? '' : `&last_event_id=${encodeURIComponent(lastEventId)}`;
    const opened = new EventSource(at + known);
    source = opened;
    opened.addEventListener('flags', onFlags);
    opened.addEventListener('flag_changes', onChange);
    opened.addEventListener('error', () => {
      // A lost connection is opened again by the browser; a response that is no stream is not.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      source = null;
      retryAt = Date.now() + waitMs * (0.5 + Math.random());
      waitMs = Math.min(2 * waitMs, MAX_WAIT_MS);
    });
  };
  const follow = (): void => {
    const wanted = document.hidden ? null : streamAddress(posthog, host);
    if (wanted === null) {
      close();
      return;
    }
    if (wanted !== address) {
      close();
      address = wanted;
      lastEventId = '';
      retryAt = 0;
    }
    if (source === null && Date.now() >= retryAt) open(wanted);
  };

  const offFlags = posthog.onFeatureFlags((_keys, values) => {
    loaded = values;
    compare();
    follow();
  });
  const timer = setInterval(follow, FOLLOW_MS);
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('pageshow', follow);
  window.addEventListener('pagehide', close);
  follow();

  return {
    stop: () => {
      clearInterval(timer);
      timers.forEach((waiting) => clearTimeout(waiting));
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('pageshow', follow);
      window.removeEventListener('pagehide', close);
      offFlags();
      close();
    },
  };
}

/** The value of each flag as posthog-js has it. */
function valuesOf(data: string): Values {
  const { flags } = JSON.parse(data) as {
    flags: Record<string, { enabled: boolean; variant: string | null }>;
  };
  return Object.fromEntries(
    Object.entries(flags).map(([key, { enabled, variant }]) => [key, variant ?? enabled]),
  );
}

/**
 * The address of the stream of the page's person, with what posthog-js sends of the person on its own flag requests;
 * null while posthog-js has not started. Properties that would make it too long are left out.
 *
 * @param host the product's address; null: the one that posthog-js uses
 */
export function streamAddress(posthog: PostHogPage, host: string | null): string | null {
  const { config } = posthog;
  const distinctId: unknown = posthog.get_distinct_id();
  if (typeof distinctId !== 'string' || distinctId === '' || config.token === '') return null;
  const base = host ?? config.flags_api_host ?? config.api_host;
  const fields: [name: string, value: unknown][] = [
    ['token', config.token],
    ['distinct_id', distinctId],
    ['$device_id', posthog.get_property('$device_id')],
    ['evaluation_contexts', config.evaluation_contexts],
    ['groups', posthog.getGroups()],
    ['group_properties', posthog.get_property('$stored_group_properties')],
    ['person_properties', posthog.get_property('$stored_person_properties')],
  ];
  // What a change leaves as it was is not needed: posthog-js loads all flags again.
  let address = `${base.replace(/\/$/, '')}/flags/stream?only_changes=1&`;
  for (const [name, value] of fields) {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    if (text === 'null' || text === '{}') continue;
    const field = `${name}=${encodeURIComponent(text)}&`;
    if (address.length + field.length <= MAX_LENGTH) address += field;
  }
  return address.slice(0, -1);
}
