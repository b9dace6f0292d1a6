import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import type { WarehouseJob } from '@tidemark/contracts';
import { createLogger, createOutboundGuard } from '@tidemark/platform';
import type {
  Database,
  WarehouseLoads,
  WarehouseTable,
  WarehouseTableRepository,
} from '@tidemark/postgres';
import {
  bootstrap,
  createDatabase,
  createWarehouseLoads,
  createWarehouseTableRepository,
} from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { LoadDeps } from './load-table';
import { loadTable } from './load-table';
import { sweepWarehouse } from './sweep';

/** Tests loads and the versions that they leave, without the queue. */
const logger = createLogger('test', 'fatal');
const LONG_AGO = 3_600_000;
const BY = { projectId: 1, userId: 1 };
let clickhouse: ClickHouse;
let database: Database;
let tables: WarehouseTableRepository;
let loads: WarehouseLoads;
let deps: LoadDeps;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 4, logger });
  await bootstrap(database, { projectApiKey: 'phc_x', personalApiKey: 'phx_x' });
  tables = createWarehouseTableRepository(database);
  loads = createWarehouseLoads(database);
  deps = {
    clickhouse,
    loads,
    files: loads.files,
    policy: {
      rootDir: null,
      guard: createOutboundGuard({ allowPrivate: false }),
      allowHttp: false,
    },
    secrets: null,
    limits: { maxRows: 1_000_000, maxBytes: 100_000_000 },
    refreshAfterMs: null,
    now: () => new Date(),
    stopping: new AbortController().signal,
    logger,
  };
});
afterAll(() => Promise.all([clickhouse.close(), database.close()]));

async function create(content: string): Promise<WarehouseTable> {
  const fields = {
    name: `t_${randomUUID().slice(0, 8)}`,
    format: 'CSV',
    source: 'upload',
    urlPattern: 'upload://x',
    options: {},
    secrets: null,
    secretsAt: null,
    columns: [{ name: 'c1', key: 'c0', type: 'integer', valid: true }],
  } as const;
  const table = await tables.create(BY, randomUUID(), fields, Buffer.from(content));
  if (table === null) throw new Error('The name is taken');
  return table;
}

const jobOf = (table: WarehouseTable): WarehouseJob => ({
  v: 1,
  project_id: table.projectId,
  table_number: table.number,
});
const load = (table: WarehouseTable, changed: Partial<LoadDeps> = {}, isLast = true) =>
  loadTable({ ...deps, ...changed }, jobOf(table), { isLast });
const find = async (table: WarehouseTable): Promise<WarehouseTable> => {
  const found = await tables.findById(1, table.id);
  if (found === null) throw new Error('The table is gone');
  return found;
};
const reload = async (table: WarehouseTable, file?: string): Promise<void> => {
  const options = { load: true, ...(file !== undefined && { file: Buffer.from(file) }) };
  await tables.update(BY, table.id, {}, options);
};

/** The number of rows per version of a table in ClickHouse. */
async function stored(table: WarehouseTable): Promise<unknown[][]> {
  const { rows } = await clickhouse.query<unknown[]>({
    name: 'test',
    sql: `SELECT version, count() FROM warehouse_rows PREWHERE team_id = 1
      WHERE table_id = {table:Int64} GROUP BY version ORDER BY version`,
    params: { table: table.number },
  });
  return rows;
}

async function sweep(retiredMs: number): Promise<number> {
  let queued = 0;
  await sweepWarehouse({
    clickhouse,
    topology: { kind: 'single' },
    loads,
    queue: { add: () => Promise.resolve(void (queued += 1)) },
    refreshAfterMs: null,
    // The clock is ahead, as if the version had been retired long ago.
    now: () => new Date(Date.now() + LONG_AGO),
    retiredMs,
  });
  return queued;
}

it('loads a table once per request, with any number of jobs', async () => {
  const table = await create('1\n2\n3\n');
  await load(table);
  await load(table);
  expect(await find(table)).toMatchObject({ status: 'completed', version: 1, rowCount: 3 });
  expect(await stored(table)).toEqual([[1, 3]]);
});

it('keeps former rows while they may be read, and drops them after', async () => {
  const table = await create('1\n');
  await load(table);
  await reload(table, '1\n2\n');
  await load(table);
  expect(await stored(table)).toEqual([
    [1, 1],
    [2, 2],
  ]);
  await sweep(2 * LONG_AGO);
  expect(await stored(table)).toHaveLength(2);
  await sweep(0);
  expect(await stored(table)).toEqual([[2, 2]]);
  await sweep(0);
  expect(await find(table)).toMatchObject({ version: 2, rowCount: 2 });
});

it('drops all rows of a deleted table, and its file at once', async () => {
  const table = await create('1\n');
  await load(table);
  expect(await tables.remove(BY, table.id)).toBe(true);
  expect(await loads.files.size(table.fileId ?? '')).toBe(0);
  await sweep(0);
  expect(await stored(table)).toEqual([]);
});

it('drops what a failed load has written, and reads the former rows', async () => {
  const table = await create('1\n');
  await load(table);
  await reload(table, `${'1\n'.repeat(25_000)}1,2\n`);
  await load(table);
  expect(await find(table)).toMatchObject({
    status: 'failed',
    version: 1,
    lastError: 'Row 25001 of the CSV has 2 columns, not 1.',
  });
  expect(await stored(table)).toEqual([
    [1, 1],
    [2, 20_000],
  ]);
  await sweep(0);
  expect(await stored(table)).toEqual([[1, 1]]);
});

it('releases a load when the process stops, so that the next worker repeats it', async () => {
  const table = await create('1\n');
  const stopping = AbortSignal.abort();
  await expect(load(table, { stopping })).rejects.toThrow();
  expect(await find(table)).toMatchObject({ status: 'pending', version: null });
  expect(await sweep(2 * LONG_AGO)).toBeGreaterThan(0);
  await load(table);
  expect(await find(table)).toMatchObject({ status: 'completed', version: 2 });
});

it('repeats temporary errors, and reports them at the end', async () => {
  const table = await create('1\n');
  const unavailable: Partial<LoadDeps> = {
    clickhouse: {
      ...clickhouse,
      insertRowBinary: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1')),
    },
  };
  await expect(load(table, unavailable, false)).rejects.toThrow();
  expect(await find(table)).toMatchObject({ status: 'pending', lastError: null });
  await load(table, unavailable, true);
  expect(await find(table)).toMatchObject({
    status: 'failed',
    lastError: 'An internal error occurred.',
  });
});

it('stops a load that another worker has taken over', async () => {
  const table = await create('1\n');
  const first = await loads.claim({ projectId: 1, tableNumber: table.number }, null);
  if (first === null) throw new Error('Nothing to load');
  await load(table);
  expect(await loads.holds(first)).toBe(false);
  expect(await loads.finish(first, 99)).toBe(false);
  expect(await loads.fail(first, 'late')).toBe(false);
  expect(await find(table)).toMatchObject({ status: 'completed', version: 2, rowCount: 1 });
});

it('loads sources again that have grown old, never uploads', async () => {
  const table = await create('1\n');
  await load(table);
  const later = new Date(Date.now() + LONG_AGO);
  const limits = { abandonedBefore: new Date(0), limit: 100 };
  const due = await loads.listDue({ ...limits, staleBefore: later });
  expect(due.map(({ tableNumber }) => tableNumber)).not.toContain(table.number);
  await tables.update(BY, table.id, { source: 'url' }, { load: false });
  const old = await loads.listDue({ ...limits, staleBefore: later });
  expect(old.map(({ tableNumber }) => tableNumber)).toContain(table.number);
  expect(await loads.claim({ projectId: 2, tableNumber: table.number }, later)).toBeNull();
});
