import { createRefreshingCache } from './refreshing-cache';

/** A cache over a store whose loads the test resolves by hand. */
function setUp(servesStale = true, maxEntries = 100) {
  let clock = 0;
  const loads: { key: string; resolve: (value: string) => void; reject: (e: Error) => void }[] = [];
  const failures: unknown[] = [];
  const cache = createRefreshingCache<string, string>({
    load: (key) => new Promise((resolve, reject) => loads.push({ key, resolve, reject })),
    freshMs: () => 1_000,
    servesStale: () => servesStale,
    maxEntries,
    now: () => clock,
    onLoadFailed: (error) => failures.push(error),
  });
  const fill = async (key: string, value: string): Promise<void> => {
    const got = cache.get(key);
    loads.at(-1)!.resolve(value);
    await got;
  };
  return { cache, loads, failures, fill, pass: (ms: number) => (clock += ms) };
}

describe('createRefreshingCache', () => {
  it('loads once for simultaneous calls, then returns the value from memory', async () => {
    const { cache, loads } = setUp();
    const asked = [cache.get('k'), cache.get('k')];
    loads[0]!.resolve('v');
    expect(await Promise.all(asked)).toEqual(['v', 'v']);
    expect(await cache.get('k')).toBe('v');
    expect(loads).toHaveLength(1);
  });

  it('returns an old value at once and refreshes it in the background', async () => {
    const { cache, loads, fill, pass } = setUp();
    await fill('k', 'old');
    pass(1_000);
    expect(await cache.get('k')).toBe('old');
    loads[1]!.resolve('new');
    await Promise.resolve();
    expect(await cache.get('k')).toBe('new');
    expect(loads).toHaveLength(2);
  });

  it('never returns an invalidated value while the store is available', async () => {
    const { cache, loads, fill } = setUp();
    await fill('k', 'old');
    cache.invalidate('k');
    const got = cache.get('k');
    loads[1]!.resolve('new');
    expect(await got).toBe('new');
  });

  it('does not replace a value by one that was read before an invalidation', async () => {
    const { cache, loads } = setUp();
    const early = cache.get('k');
    cache.invalidate('k');
    const late = cache.get('k');
    loads[1]!.resolve('new');
    loads[0]!.resolve('old');
    expect(await Promise.all([early, late])).toEqual(['old', 'new']);
    expect(await cache.get('k')).toBe('new');
    expect(loads).toHaveLength(2);
  });

  it('returns the newest value that was read, even if it was invalidated while it was read', async () => {
    const { cache, loads, fill } = setUp();
    await fill('k', 'first');
    cache.invalidate('k');
    const got = cache.get('k');
    cache.invalidate('k');
    loads[1]!.resolve('second');
    expect(await got).toBe('second');
    const later = cache.get('k');
    loads[2]!.reject(new Error('unavailable'));
    expect(await later).toBe('second');
  });

  it('returns the last value while the store is unavailable, which it tries once a second', async () => {
    const { cache, loads, failures, fill, pass } = setUp();
    await fill('k', 'known');
    cache.invalidate('k');
    const got = cache.get('k');
    loads[1]!.reject(new Error('unavailable'));
    expect(await got).toBe('known');
    expect(await cache.get('k')).toBe('known');
    expect(loads).toHaveLength(2);
    expect(failures).toHaveLength(1);

    pass(1_000);
    const again = cache.get('k');
    loads[2]!.resolve('back');
    expect(await again).toBe('back');
  });

  it('rejects if it has no value', async () => {
    const { cache, loads } = setUp();
    const got = cache.get('k');
    loads[0]!.reject(new Error('unavailable'));
    await expect(got).rejects.toThrow('unavailable');
  });

  it('returns no old value if the options forbid it', async () => {
    const { cache, loads, fill, pass } = setUp(false);
    await fill('k', 'old');
    pass(1_000);
    const got = cache.get('k');
    loads[1]!.reject(new Error('unavailable'));
    await expect(got).rejects.toThrow('unavailable');
  });

  it('invalidates by value and removes the oldest values beyond its size', async () => {
    const { cache, loads, fill } = setUp(true, 2);
    await fill('a', 'x');
    await fill('b', 'y');
    cache.invalidateWhere((value) => value === 'y');
    expect(await cache.get('a')).toBe('x');
    const got = cache.get('b');
    loads.at(-1)!.resolve('z');
    expect(await got).toBe('z');
    await fill('c', 'w');
    expect([...cache.entries()]).toEqual([
      ['b', 'z'],
      ['c', 'w'],
    ]);
  });
});
