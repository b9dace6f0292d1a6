/**
 * Values kept in memory in front of a store: one load per key at a time, the last known value while the
 * store is unavailable.
 */
export interface RefreshingCache<K, V> {
  /**
   * Fresh: at once. Old: at once too, refreshed in the background. Invalidated or unknown: after a
   * load; should that fail, the last known value if it may be served stale.
   *
   * @throws what `load` threw, when there is nothing to serve.
   */
  get(key: K): Promise<V>;
  /** The next `get` loads again, even if a load is under way: that one may have read the old state. */
  invalidate(key: K): void;
  invalidateWhere(matches: (value: V, key: K) => boolean): void;
  /** The current entries in memory. */
  entries(): Iterable<readonly [K, V]>;
}

export interface RefreshingCacheOptions<K, V> {
  readonly load: (key: K) => Promise<V>;
  /** ms for which a value is fresh. */
  readonly freshMs: (value: V) => number;
  /** May it be served when it is old? */
  readonly servesStale: (value: V) => boolean;
  /** The longest loaded are forgotten beyond this. */
  readonly maxEntries: number;
  /** Monotonic ms. */
  readonly now: () => number;
  readonly onLoadFailed: (error: unknown) => void;
}

interface Entry<V> {
  readonly value: V;
  readonly loadedAt: number;
  invalid: boolean;
  /** After a failed refresh: not again before. */
  retryAt: number;
}

/** Pause after a failed refresh while a stale value is there to serve. */
const RETRY_MS = 1_000;

export function createRefreshingCache<K, V>(
  options: RefreshingCacheOptions<K, V>,
): RefreshingCache<K, V> {
  const { load, freshMs, servesStale, maxEntries, now, onLoadFailed } = options;
  const entries = new Map<K, Entry<V>>();
  const loading = new Map<K, Promise<V>>();

  const store = (key: K, value: V): void => {
    entries.delete(key);
    entries.set(key, { value, loadedAt: now(), invalid: false, retryAt: -Infinity });
    if (entries.size <= maxEntries) return;
    const oldest = entries.keys().next();
    if (oldest.done !== true) entries.delete(oldest.value);
  };

  const refresh = (key: K): Promise<V> => {
    const running = loading.get(key);
    if (running !== undefined) return running;
    const started: Promise<V> = load(key).then(
      (value) => {
        // Invalidated meanwhile: good for those who asked before, not to be kept.
        if (loading.get(key) === started) {
          loading.delete(key);
          store(key, value);
        }
        return value;
      },
      (error: unknown) => {
        if (loading.get(key) === started) loading.delete(key);
        const entry = entries.get(key);
        if (entry !== undefined) entry.retryAt = now() + RETRY_MS;
        throw error;
      },
    );
    loading.set(key, started);
    return started;
  };

  return {
    get: async (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return refresh(key);
      const old = now() - entry.loadedAt >= freshMs(entry.value);
      if (!entry.invalid && !old) return entry.value;
      const stale = servesStale(entry.value);
      if (stale && now() < entry.retryAt) return entry.value;
      if (stale && !entry.invalid) {
        refresh(key).catch(onLoadFailed);
        return entry.value;
      }
      try {
        return await refresh(key);
      } catch (error) {
        if (!stale) throw error;
        onLoadFailed(error);
        return entry.value;
      }
    },
    invalidate: (key) => {
      loading.delete(key);
      const entry = entries.get(key);
      if (entry !== undefined) entry.invalid = true;
    },
    invalidateWhere: (matches) => {
      loading.clear();
      for (const [key, entry] of entries) {
        if (matches(entry.value, key)) entry.invalid = true;
      }
    },
    entries: function* () {
      for (const [key, entry] of entries) yield [key, entry.value] as const;
    },
  };
}
