import type { Closable } from './session-store';
import { createSessionStore, ownerOf } from './session-store';

function scene(limits = {}) {
  let now = 0;
  const closed: string[] = [];
  const failures: unknown[] = [];
  const store = createSessionStore<Closable>(
    { maxSessions: 3, perKey: 2, idleMs: 100, ...limits },
    () => now,
    (error) => failures.push(error),
  );
  const add = (id: string, owner: string): boolean => {
    const hasRoom = store.makeRoom(owner);
    const close = (): Promise<void> => {
      closed.push(id);
      return id === 'broken' ? Promise.reject(new Error('cannot close')) : Promise.resolve();
    };
    if (hasRoom) store.add({ id, owner, value: { close } });
    return hasRoom;
  };
  return { store, add, closed, failures, at: (time: number) => void (now = time) };
}

it('belongs to one key', () => {
  const { store, add } = scene();
  add('a', ownerOf('phx_1'));
  expect(store.use('a', ownerOf('phx_1'))).not.toBeNull();
  expect(store.use('a', ownerOf('phx_2'))).toBeNull();
  expect(store.use('b', ownerOf('phx_1'))).toBeNull();
});

it('ends the least recently used session of a key that has too many, and rejects beyond all', () => {
  const { store, add, closed } = scene();
  add('a', 'one');
  add('b', 'one');
  store.use('a', 'one');
  expect([add('c', 'one'), closed]).toEqual([true, ['b']]);
  expect([add('d', 'two'), add('e', 'three')]).toEqual([true, false]);
});

it('closes idle connections, and continues when one cannot be closed', async () => {
  const { store, add, closed, failures, at } = scene();
  add('broken', 'one');
  add('b', 'two');
  at(90);
  store.use('b', 'two');
  at(150);
  await store.expire();
  expect([closed, failures.length, store.size]).toEqual([['broken'], 1, 1]);
  await store.closeAll();
  expect(store.size).toBe(0);
});
