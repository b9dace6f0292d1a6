/** The part of posthog-js that this package uses: public methods that every version since 1.96 has. */
export interface PostHogPage {
  readonly config: {
    readonly token: string;
    readonly api_host: string;
    /** The URL for flag requests, if it differs from `api_host`. */
    readonly flags_api_host?: string | null;
    readonly evaluation_contexts?: readonly string[];
  };
  get_distinct_id(): string;
  get_property(name: string): unknown;
  getGroups(): Record<string, unknown>;
  /** Calls `callback` after each load of flags; returns a function that ends this. */
  onFeatureFlags(
    callback: (keys: string[], values: Record<string, string | boolean>) => void,
  ): () => void;
  reloadFeatureFlags(): void;
}

export interface LiveFlagsOptions {
  /** The URL of Tidemark; by default the one that posthog-js uses. */
  readonly host?: string;
  /**
   * The longest random delay before a page reloads its flags, in milliseconds; spreads the requests of many pages. 500
   * by default.
   */
  readonly jitterMs?: number;
}

export interface LiveFlags {
  /** Closes the stream; it cannot be opened again. */
  stop(): void;
}

/** The longest URL of a stream; the edge accepts up to 8 KiB. */
const MAX_LENGTH = 7_000;

type Values = Readonly<Record<string, string | boolean>>;

/**
 * The interval at which the page's person, groups and properties are read, so that the stream follows their changes.
 */
const FOLLOW_MS = 1_000;
/** The wait after a rejected stream: it doubles with each further one, up to the maximum. */
const [MIN_WAIT_MS, MAX_WAIT_MS] = [5_000, 300_000];

/**
 * Calls `posthog.reloadFeatureFlags()` when a change makes the flags of the page's person differ. The stream follows
 * `identify`, `reset` and `group`, and is closed while the page is hidden. If Tidemark does not offer streams, or
 * rejects one because too many are open, posthog-js works as without this package.
 */
export function liveFlags(posthog: PostHogPage, options: LiveFlagsOptions = {}): LiveFlags {
  const { host = null, jitterMs = 500 } = options;
  let source: EventSource | null = null;
  /** The URL of the open stream, and the id of the last event that it delivered. */
  let address: string | null = null;
  let lastEventId = '';
  /** The flags that posthog-js has loaded, and those in the first event of a stream, which may differ from them. */
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
  /** Complete flags: the first event of a stream, or each event of an older server. */
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
      // The browser opens a lost connection again, but not after a response that is not a stream.
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

/** The value of each flag, in the form that posthog-js uses: the variant, or whether the flag is enabled. */
function valuesOf(data: string): Values {
  const { flags } = JSON.parse(data) as {
    flags: Record<string, { enabled: boolean; variant: string | null }>;
  };
  return Object.fromEntries(
    Object.entries(flags).map(([key, { enabled, variant }]) => [key, variant ?? enabled]),
  );
}

/**
 * Returns the URL of the stream for the page's person. It contains the same data of the person that posthog-js sends
 * with its own flag requests; properties that would make the URL too long are left out. Null if posthog-js has not
 * started.
 *
 * @param host the URL of Tidemark; null for the one that posthog-js uses
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
  // The unchanged flags are not needed, because posthog-js loads all flags again.
  let address = `${base.replace(/\/$/, '')}/flags/stream?only_changes=1&`;
  for (const [name, value] of fields) {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    if (text === 'null' || text === '{}') continue;
    const field = `${name}=${encodeURIComponent(text)}&`;
    if (address.length + field.length <= MAX_LENGTH) address += field;
  }
  return address.slice(0, -1);
}
