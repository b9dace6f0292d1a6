import { createSlots } from './slots';

describe('query slots', () => {
  it('runs at most as many tasks at once as there are slots, in order of arrival', async () => {
    const slots = createSlots(2);
    const order: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    };
    const all = ['a', 'b', 'c'].map((name) => slots.take(undefined, work(name)));
    await Promise.resolve();
    expect(order).toEqual(['a', 'b']);
    ends.get('a')?.();
    await all[0];
    await new Promise((done) => setTimeout(done));
    expect(order).toEqual(['a', 'b', 'c']);
    ends.get('b')?.();
    ends.get('c')?.();
    await Promise.all(all);
  });

  it('skips a task that was aborted while it waited, and runs the next one', async () => {
    const slots = createSlots(1);
    let resolve: (value: undefined) => void = () => undefined;
    const promise = new Promise<undefined>((done) => (resolve = done));
    const first = slots.take(undefined, () => promise);
    const control = new AbortController();
    const second = slots.take(control.signal, () => Promise.reject(new Error('must not run')));
    const third = slots.take(undefined, () => Promise.resolve('ran'));
    control.abort();
    resolve(undefined);
    await first;
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await expect(third).resolves.toBe('ran');
  });
});
