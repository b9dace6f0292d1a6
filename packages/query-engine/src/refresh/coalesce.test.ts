import { QueryError } from '../query-error';
import { createCoalescer } from './coalesce';

/** Work that counts its runs and ends when it is told to. */
function work() {
  const ends: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const start = () =>
    new Promise<string>((resolve, reject) => {
      ends.push({ resolve, reject });
    });
  return { ends, start };
}
const refusal = (status: number) =>
  new QueryError(status, 'validation_error', 'query_cancelled', 'Query was cancelled.', true);

it('runs equal work once, and different work beside it', async () => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const all = [run('a', start), run('a', start), run('b', start)];
  expect(ends).toHaveLength(2);
  ends[0]?.resolve('first');
  ends[1]?.resolve('other');
  expect(await Promise.all(all)).toEqual(['first', 'first', 'other']);
  const again = run('a', start);
  ends[2]?.resolve('second');
  expect(await again).toBe('second');
});

it('passes faults on to all who wait', async () => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const all = Promise.allSettled([run('a', start), run('a', start)]);
  ends[0]?.reject(refusal(503));
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(ends).toHaveLength(1);
});

it('does not pass on what happened to one caller', async () => {
  const { run } = createCoalescer();
  const { ends, start } = work();
  const [first, second] = [run('a', start), run('a', start)];
  ends[0]?.reject(refusal(400));
  await expect(first).rejects.toThrow('Query was cancelled.');
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.resolve('computed');
  expect(await second).toBe('computed');
});
