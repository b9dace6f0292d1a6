import { QueryError } from '../query-error';
import { createCoalescer } from './coalesce';

/** Work that counts its runs and ends when a test ends it. */
function work() {
  const ends: {
    resolve: (value: string) => void;
    reject: (error: Error) => void;
    signal: AbortSignal;
  }[] = [];
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      ends.push({ resolve, reject, signal });
      signal.addEventListener('abort', () => reject(rejection(400)));
    });
  return { ends, start };
}
const rejection = (status: number) =>
  new QueryError(status, 'validation_error', 'query_cancelled', 'Query was cancelled.', true);
const caller = (signal = new AbortController().signal) => ({ signal, runId: 'run' });

it('runs equal work once, and different work beside it', async () => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const all = [run('a', caller(), start), run('a', caller(), start), run('b', caller(), start)];
  expect(ends).toHaveLength(2);
  ends[0]?.resolve('first');
  ends[1]?.resolve('other');
  expect(await Promise.all(all)).toEqual(['first', 'first', 'other']);
  const again = run('a', caller(), start);
  ends[2]?.resolve('second');
  expect(await again).toBe('second');
});

it('passes errors to all waiting callers', async () => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const all = Promise.allSettled([run('a', caller(), start), run('a', caller(), start)]);
  ends[0]?.reject(rejection(503));
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ends).toHaveLength(1);
});

it('does not pass on the error of one caller', async () => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const [first, second] = [run('a', caller(), start), run('a', caller(), start)];
  ends[0]?.reject(rejection(400));
  await expect(first).rejects.toThrow('Query was cancelled.');
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.resolve('computed');
  expect(await second).toBe('computed');
});

it.each([0, 1])('continues for the other caller when caller %i leaves', async (leaver) => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const callers = [new AbortController(), new AbortController()];
  const all = callers.map(({ signal }) => run('a', caller(signal), start));
  callers[leaver]?.abort();
  await expect(all[leaver]).rejects.toThrow('Query was cancelled.');
  expect(ends[0]?.signal.aborted).toBe(false);
  ends[0]?.resolve('computed');
  expect(await all[1 - leaver]).toBe('computed');
  expect(ends).toHaveLength(1);
});

it('ends with the last caller, and starts anew for the next', async () => {
  const { run, runIdOf } = createCoalescer();
  const { ends, start } = work();
  const callers = [new AbortController(), new AbortController()];
  const all = callers.map(({ signal }) => run('a', caller(signal), start));
  expect(runIdOf('a')).toBe('run');
  for (const controller of callers) controller.abort();
  await Promise.allSettled(all);
  expect(ends[0]?.signal.aborted).toBe(true);
  expect(runIdOf('a')).not.toBe('run');
  const next = run('a', caller(), start);
  ends[1]?.resolve('anew');
  expect(await next).toBe('anew');
});
