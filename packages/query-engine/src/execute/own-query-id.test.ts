import { QueryError } from '../query-error';
import { underOwnId } from './own-query-id';

const held = () =>
  new QueryError(400, 'validation_error', 'query_already_running', 'still running', true);

it('rejects an id that another query uses', async () => {
  const run = underOwnId();
  await expect(run(() => Promise.reject(held()))).rejects.toThrow('still running');
});

it('waits for an id that our last statement ran under', async () => {
  const run = underOwnId();
  await run(() => Promise.resolve(1));
  let tries = 0;
  const response = await run(() => {
    tries += 1;
    return tries < 3 ? Promise.reject(held()) : Promise.resolve(2);
  });
  expect([response, tries]).toEqual([2, 3]);
});

it('passes other failures on at once', async () => {
  const run = underOwnId();
  await run(() => Promise.resolve(1));
  await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
