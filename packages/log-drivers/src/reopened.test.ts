import { createReopened } from './reopened';

function setUp(failures: number) {
  let time = 0;
  let opened = 0;
  let closed = 0;
  const reported: unknown[] = [];
  const reopened = createReopened({
    open: () => {
      opened += 1;
      return opened <= failures
        ? Promise.reject(new Error(`attempt ${opened}`))
        : Promise.resolve({ close: () => Promise.resolve(void (closed += 1)) });
    },
    now: () => time,
    onFailure: (error) => reported.push(error),
  });
  return {
    reopened,
    pass: (ms: number) => void (time += ms),
    opened: () => opened,
    closed: () => closed,
    reported,
  };
}

it('opens once for all callers', async () => {
  const { reopened, opened, closed } = setUp(0);
  expect(await reopened.get()).toBe(await reopened.get());
  expect(opened()).toBe(1);
  await reopened.close();
  expect(closed()).toBe(1);
});

it('repeats a failed attempt after a second, and reports each failure once', async () => {
  const { reopened, opened, pass, reported } = setUp(2);
  await expect(reopened.get()).rejects.toThrow('attempt 1');
  await expect(reopened.get()).rejects.toThrow('attempt 1');
  expect(opened()).toBe(1);
  pass(1_000);
  await expect(reopened.get()).rejects.toThrow('attempt 2');
  pass(1_000);
  await reopened.get();
  expect([opened(), reported.length]).toEqual([3, 2]);
});

it('closes nothing if it is not open', async () => {
  const { reopened, closed } = setUp(1);
  await reopened.close();
  await expect(reopened.get()).rejects.toThrow('attempt 1');
  await reopened.close();
  expect(closed()).toBe(0);
});
