import { createSlots } from './slots';

const never = new AbortController().signal;

it('grants no more slots than its size, in order of arrival', async () => {
  const slots = createSlots({ size: 2, maxWaiting: 10, maxWaitMs: 60_000 });
  const first = await slots.acquire(never);
  await slots.acquire(never);
  const order: string[] = [];
  const third = slots.acquire(never).then((release) => (order.push('third'), release));
  const fourth = slots.acquire(never).then((release) => (order.push('fourth'), release));
  await Promise.resolve();
  expect(order).toEqual([]);
  first();
  first();
  (await third)();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

it('rejects if the queue is full, and after the maximum wait', async () => {
  const full = createSlots({ size: 1, maxWaiting: 0, maxWaitMs: 60_000 });
  await full.acquire(never);
  await expect(full.acquire(never)).rejects.toMatchObject({ code: 202 });
  const slow = createSlots({ size: 1, maxWaiting: 1, maxWaitMs: 5 });
  const release = await slow.acquire(never);
  await expect(slow.acquire(never)).rejects.toMatchObject({ code: 202 });
  release();
  await expect(slow.acquire(never)).resolves.toBeInstanceOf(Function);
});

it('an aborted waiter leaves the queue and occupies no slot', async () => {
  const slots = createSlots({ size: 1, maxWaiting: 10, maxWaitMs: 60_000 });
  const release = await slots.acquire(never);
  const controller = new AbortController();
  const leaving = slots.acquire(controller.signal);
  const staying = slots.acquire(never);
  controller.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  release();
  await expect(staying).resolves.toBeInstanceOf(Function);
  await expect(slots.acquire(controller.signal)).rejects.toThrow('gone');
});
