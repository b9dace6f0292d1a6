import { tmpdir } from 'node:os';
import { freeBytes } from './disk-space';
import { watchDisk } from './watch-disk';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('reads the free space of a real disk', () => {
  expect(freeBytes(tmpdir())).toBeGreaterThan(0);
});

it('is low below the minimum, and recovers at slightly more than the minimum', () => {
  let free = 200;
  const changes: string[] = [];
  const watch = watchDisk({
    path: '/data',
    minFreeBytes: 100,
    everyMs: 10,
    freeBytes: () => free,
    onChange: (isLow, bytes) => changes.push(`${isLow ? 'low' : 'enough'} ${bytes}`),
  });
  const after = (bytes: number): boolean => {
    free = bytes;
    jest.advanceTimersByTime(10);
    return watch.isLow();
  };
  expect([after(100), after(99), after(105), after(110), after(100)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(changes).toEqual(['low 99', 'enough 110']);
  watch.stop();
  expect(after(1)).toBe(false);
});

it('reports the path and the bytes', () => {
  const watch = watchDisk({
    path: '/data',
    minFreeBytes: 256 * 1024 ** 2,
    freeBytes: () => 12.9 * 1024 ** 2,
  });
  expect(() => watch.requireSpace()).toThrow(
    'the disk of /data has 12 MiB free, less than 256 MiB',
  );
  watch.stop();
});

it('does not report a path that cannot be read', () => {
  const watch = watchDisk({ path: '/missing/folder', minFreeBytes: 1 });
  expect(watch.isLow()).toBe(false);
  watch.stop();
});
