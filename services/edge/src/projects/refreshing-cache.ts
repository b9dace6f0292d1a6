/**
 * Values of a store, cached in memory. There is one load per key at a time. While the store is unavailable, the last
 * value is returned.
 */
export interface RefreshingCache<K, V> {
  /**
   * Returns a fresh value at once. Returns an old one at once too, and refreshes it in the background. An invalidated
   * or missing value is loaded; if that fails, the last value is returned if it may be stale.
   *
   * @throws the error of `load` if no value may be returned.
   */
  get(key: K): Promise<V>;
  /** The next `get` loads again, even during a load, which may have read the old state. */
  invalidate(key: K): void;
  invalidateWhere(matches: (value: V, key: K) => boolean): void;
  /** The current entries in memory. */
  entries(): Iterable<readonly [K, V]>;
}

export interface RefreshingCacheOptions<K, V> {
  readonly load: (key: K) => Promise<V>;
  /** ms for which a value is fresh. */
  readonly freshMs: (value: V) => number;
  /** Whether the value may be returned after it is no longer fresh. */
  readonly servesStale: (value: V) => boolean;
  /** The maximum number of entries; those that were loaded first are removed. */
  readonly maxEntries: number;
  /** Monotonic ms. */
  readonly now: () => number;
  readonly onLoadFailed: (error: unknown) => void;
}

interface Entry<V> {
  readonly value: V;
  readonly loadedAt: number;
  /** The number of the load that returned the value; a later load has a greater number. */
  readonly load: number;
  invalid: boolean;
  /** Monotonic ms before which a failed refresh is not repeated. */
  retryAt: number;
}

/** Ms between a failed refresh and the next, while a stale value can be returned. */
const RETRY_MS = 1_000;

export function createRefreshingCache<K, V>(
  options: RefreshingCacheOptions<K, V>,
): RefreshingCache<K, V> {
  const { load, freshMs, servesStale, maxEntries, now, onLoadFailed } = options;
  const entries = new Map<K, Entry<V>>();
  const loading = new Map<K, Promise<V>>();

  let loads = 0;

  const store = (key: K, loaded: Pick<Entry<V>, 'value' | 'load' | 'invalid'>): void => {
    entries.delete(key);
    entries.set(key, { ...loaded, loadedAt: now(), retryAt: -Infinity });
    if (entries.size <= maxEntries) return;
    const oldest = entries.keys().next();
    if (oldest.done !== true) entries.delete(oldest.value);
  };

  const refresh = (key: K): Promise<V> => {
    const running = loading.get(key);
    if (running !== undefined) return running;
    const number = ++loads;
    const started: Promise<V> = load(key).then(
      (value) => {
        // A key that was invalidated during the load is loaded again by the next call. The value is stored even so,
        // because it is newer than the entry, and that call may find the store unavailable.
        const invalid = loading.get(key) !== started;
        if (!invalid) loading.delete(key);
        if (number > (entries.get(key)?.load ?? 0)) store(key, { value, load: number, invalid });
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
