import { createSlots } from './slots';

describe('query slots', () => {
  it('runs at most as many at once as there are slots, in order', async () => {
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

  it('gives the slot of work that was aborted while it waited to the next', async () => {
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
