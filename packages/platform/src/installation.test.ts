import type { InstallationRecord, MarkedStore, StoreMark } from './installation';
import { checkNewPostgres, claimStore } from './installation';

const postgres = (record: InstallationRecord | null) => ({
  record,
  read() {
    return Promise.resolve(this.record);
  },
  adopt(id: string) {
    this.record = { id, marked: [] };
    return Promise.resolve();
  },
  noteMarked(store: MarkedStore) {
    if (this.record !== null) {
      this.record = { ...this.record, marked: [...this.record.marked, store] };
    }
    return Promise.resolve();
  },
});
const store = (name: MarkedStore, id: string | null): StoreMark & { id: string | null } => ({
  store: name,
  id,
  read() {
    return Promise.resolve(this.id);
  },
  write(given) {
    this.id = given;
    return Promise.resolve();
  },
});

it('writes the id to stores of an earlier version, once', async () => {
  const register = postgres({ id: 'a', marked: [] });
  const redis = store('redis', null);
  await claimStore(register, redis, []);
  expect([redis.id, register.record?.marked]).toEqual(['a', ['redis']]);
  await claimStore(register, redis, []);
  expect(register.record?.marked).toEqual(['redis']);
});

it('rejects a store without its data or of another installation, and says what to do', async () => {
  const register = postgres({ id: 'a', marked: ['redis', 'clickhouse'] });
  await expect(claimStore(register, store('redis', null), [])).rejects.toThrow(
    /^Redis \(REDIS_URL.*is empty or new.*ADOPT_STORES=redis$/,
  );
  await expect(claimStore(register, store('clickhouse', 'b'), [])).rejects.toThrow(
    /^ClickHouse \(CLICKHOUSE_URL.*belongs to installation b.*ADOPT_STORES=clickhouse$/,
  );
  await expect(
    claimStore(postgres({ id: 'a', marked: [] }), store('redis', 'b'), []),
  ).rejects.toThrow('belongs to installation b');
});

it('accepts a store that the operator has accepted', async () => {
  const redis = store('redis', 'b');
  await claimStore(postgres({ id: 'a', marked: ['redis'] }), redis, ['redis']);
  expect(redis.id).toBe('a');
});

it('rejects a new Postgres with stores that have data, unless it is accepted', async () => {
  const marks = [store('clickhouse', null), store('redis', 'b')];
  await expect(checkNewPostgres(postgres(null), marks, [])).rejects.toThrow(
    /^Postgres .* is new, but Redis holds data of installation b.*ADOPT_STORES=postgres$/,
  );
  expect(await checkNewPostgres(postgres(null), marks, ['postgres'])).toBe('b');
  expect(await checkNewPostgres(postgres(null), [store('redis', null)], [])).toBeNull();
  expect(await checkNewPostgres(postgres({ id: 'a', marked: [] }), marks, [])).toBeNull();
});
