import { createLogger } from '@tidemark/platform';
import type { UsageCount } from '@tidemark/postgres';
import { createFlagUsage } from './flag-usage';

it('writes the sum of each project and day, and keeps counts that could not be written', async () => {
  const saved: (readonly UsageCount[])[] = [];
  let fails = true;
  let now = Date.parse('2026-02-28T23:59:59.999Z');
  jest.useFakeTimers();
  const usage = createFlagUsage({
    save: (counts) => {
      if (fails) return Promise.reject(new Error('unavailable'));
      saved.push(counts);
      return Promise.resolve();
    },
    logger: createLogger('test', 'silent'),
    now: () => now,
  });
  usage.count(1);
  usage.count(1);
  await jest.advanceTimersByTimeAsync(2_000);
  now += 1;
  usage.count(1);
  usage.count(2);
  fails = false;
  await usage.stop();
  jest.useRealTimers();
  expect(saved).toEqual([
    [
      { projectId: 1, day: '2026-02-28', resource: 'feature_flags', count: 2 },
      { projectId: 1, day: '2026-03-01', resource: 'feature_flags', count: 1 },
      { projectId: 2, day: '2026-03-01', resource: 'feature_flags', count: 1 },
    ],
  ]);
});
