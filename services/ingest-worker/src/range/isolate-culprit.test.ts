import type { LogRecord } from '@tidemark/ingest-log';
import { createLogger } from '@tidemark/platform';
import { IdentityRaceError } from '@tidemark/postgres';
import { isolateCulprit } from './isolate-culprit';

const records: LogRecord[] = Array.from({ length: 9 }, (_, i) => ({
  partition: 0,
  index: 0,
  of: 1,
  id: `${i}-0`,
  raw: '{}',
}));
const rejection = Object.assign(new Error('time zone displacement out of range'), {
  code: '22009',
});

function worker(fail: (range: readonly LogRecord[]) => Error | undefined) {
  const stored: string[] = [];
  const dead: string[] = [];
  const run = () =>
    isolateCulprit(
      {
        discard: (record) => Promise.resolve(void dead.push(record.id)),
        metrics: { countEvents: () => undefined },
        logger: createLogger('test', 'silent'),
        process: (range) => {
          const error = fail(range);
          if (error !== undefined) return Promise.reject(error);
          stored.push(...range.map(({ id }) => id));
          return Promise.resolve();
        },
      },
      records,
    );
  return { stored, dead, run };
}

const ids = (...numbers: number[]): string[] => numbers.map((n) => `${n}-0`);

describe('isolateCulprit', () => {
  it('stores all other events in order, and makes the rejected ones dead letters', async () => {
    const { stored, dead, run } = worker((range) =>
      range.some(({ id }) => id === '3-0' || id === '8-0') ? rejection : undefined,
    );
    await run();
    expect(stored).toEqual(ids(0, 1, 2, 4, 5, 6, 7));
    expect(dead).toEqual(ids(3, 8));
  });

  it('splits a range that is too long for one string', async () => {
    const { stored, dead, run } = worker((range) =>
      range.length > 3 ? new RangeError('Invalid string length') : undefined,
    );
    await run();
    expect(stored).toEqual(records.map(({ id }) => id));
    expect(dead).toEqual([]);
  });

  it('splits a range after lost races for persons', async () => {
    const { stored, dead, run } = worker((range) =>
      range.length > 3 ? new IdentityRaceError('persons') : undefined,
    );
    await run();
    expect(stored).toEqual(records.map(({ id }) => id));
    expect(dead).toEqual([]);
  });

  it.each<[string, Error]>([
    ['an unavailable store', Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })],
    ['a race', new IdentityRaceError('persons')],
    ['a full disk', Object.assign(new Error('disk full'), { code: '53100' })],
  ])('gives %s back and aside nothing', async (_, error) => {
    const { stored, dead, run } = worker(() => error);
    await expect(run()).rejects.toBe(error);
    expect([stored, dead]).toEqual([[], []]);
  });
});
