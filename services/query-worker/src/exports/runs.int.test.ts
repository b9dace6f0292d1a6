import { randomUUID } from 'node:crypto';
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BatchExport } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { ExportFixture, SeedEvent } from '../test-support/export-fixture';
import { LONG_AFTER, startExportFixture } from '../test-support/export-fixture';
import { sweepExports } from './run/sweep';

/** Tests which rows are exported, how often, and which files remain after a failure. */
/** The author of changes to exports. */
const AUTHOR = { projectId: 1, userId: null };
let fixture: ExportFixture;
beforeAll(async () => {
  fixture = await startExportFixture();
});
afterEach(() => fixture.clickhouse.command('TRUNCATE TABLE events'));
afterAll(() => fixture.stop());

const isPart = (name: string): boolean => name.endsWith('.jsonl');

/** The uuids of every file in a directory, file by file. */
async function filesIn(directory: string): Promise<string[][]> {
  const names = (await fixture.list(directory)).filter(isPart);
  return Promise.all(
    names.map(async (name) => {
      const text = (await fixture.read(join('project-1', directory, name))).toString();
      return text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { uuid: string }).uuid);
    }),
  );
}

function inDirectory(prefix: string, more: object = {}): Promise<BatchExport> {
  return fixture.create({ destination: { type: 'File', config: { prefix, ...more } } });
}

/** Two days; one of them has a large event, whose largest part is of one distinct id. */
function manyEvents(): SeedEvent[] {
  return Array.from({ length: 120 }, (_, index) => ({
    uuid: randomUUID(),
    timestamp: index < 10 ? '2026-02-28 10:00:00' : `2026-03-01 10:00:${10 + (index % 50)}`,
    event: index < 40 ? `event ${index % 4}` : 'large',
    distinct_id: index < 70 ? `user ${index}` : 'busy',
  }));
}

it('cuts a run into files of few rows that hold every event once, in the same way each time', async () => {
  const events = manyEvents();
  await fixture.seed(events);
  await fixture.clickhouse.command('SYSTEM STOP MERGES events');
  await fixture.seed(events.slice(0, 60));
  const deps = { partRows: 7 };
  await fixture.backfill(await inDirectory('cut/a'), undefined, deps);
  await fixture.backfill(await inDirectory('cut/b'), undefined, deps);
  const files = await filesIn('cut/a');
  expect(Math.max(...files.map((file) => file.length))).toBeLessThanOrEqual(7);
  expect(files.flat().sort()).toEqual(events.map(({ uuid }) => uuid).sort());
  const rowsOf = (parts: string[][]): string[][] => parts.map((rows) => [...rows].sort());
  expect(rowsOf(await filesIn('cut/b'))).toEqual(rowsOf(files));
});

it('selects by timestamp, event and project in a run of a time range', async () => {
  const [early, inside, excluded] = [randomUUID(), randomUUID(), randomUUID()];
  await fixture.seed([
    { uuid: early, timestamp: '2026-03-01 09:59:59.999' },
    { uuid: inside, timestamp: '2026-03-01 10:00:00' },
    { uuid: excluded, event: 'noise' },
    { team_id: 2 },
    { timestamp: '2026-03-01 11:00:00' },
  ]);
  const batchExport = await inDirectory('range', { exclude_events: ['noise'] });
  const range = { start: new Date('2026-03-01T10:00:00Z'), end: new Date('2026-03-01T11:00:00Z') };
  await fixture.backfill(batchExport, range);
  expect(await filesIn('range')).toEqual([[inside]]);
});

it('continues at the first part that is not recorded after a worker died', async () => {
  const events = manyEvents();
  await fixture.seed(events);
  const batchExport = await inDirectory('resumed');
  const run = await fixture.runs.createBackfill({ projectId: 1, userId: null }, batchExport, {
    start: null,
    end: LONG_AFTER,
  });
  const death = new AbortController();
  const { progress } = fixture.deps;
  const dying = fixture.work(run, batchExport, {
    partRows: 7,
    stopping: death.signal,
    progress: {
      ...progress,
      async completePart(claim, number, written) {
        const isOurs = await progress.completePart(claim, number, written);
        if (number === 2) death.abort();
        return isOurs;
      },
    },
  });
  await expect(dying).rejects.toThrow();
  const half = await fixture.runs.findById(1, batchExport.id, run.id);
  expect(half).toMatchObject({ status: 'Running', partsCompleted: 3 });
  const [done = ''] = (await fixture.list('resumed')).filter(isPart);
  const path = join(fixture.rootDir, 'project-1', 'resumed', done);
  const { mtimeMs } = await stat(path);
  // The partial file that a kill leaves.
  await writeFile(join(path, '..', `.${done}.x.tmp`), 'half a file');

  const whole = await fixture.work(run, batchExport, { partRows: 50 });
  expect(whole).toMatchObject({ status: 'Completed', recordsCompleted: 120, recordsTotal: 120 });
  expect((await stat(path)).mtimeMs).toBe(mtimeMs);
  expect((await filesIn('resumed')).flat().sort()).toEqual(events.map(({ uuid }) => uuid).sort());
  expect((await fixture.list('resumed')).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('stops the engine when it is cancelled, leaves no file, and can be taken up again', async () => {
  await fixture.seed(manyEvents());
  const batchExport = await inDirectory('cancelled');
  const run = await fixture.runs.createBackfill({ projectId: 1, userId: null }, batchExport, {
    start: null,
    end: LONG_AFTER,
  });
  const { clickhouse } = fixture.deps;
  const slow = {
    ...clickhouse,
    stream: (query: Parameters<typeof clickhouse.stream>[0]) =>
      clickhouse.stream({
        ...query,
        sql: 'SELECT number FROM numbers(1000000000000) WHERE sipHash64(number) % 100000 = 0',
      }),
  };
  const working = fixture.work(run, batchExport, { clickhouse: slow });
  const running = async (): Promise<number> => {
    const { rows } = await clickhouse.query<[number]>({
      name: 'running',
      sql: "SELECT count() FROM system.processes WHERE query LIKE '%sipHash64(number)%' AND query NOT LIKE '%system.processes%'",
    });
    return rows[0]![0];
  };
  await waitUntil(async () => expect(await running()).toBe(1));
  expect(await fixture.runs.cancel({ projectId: 1, userId: null }, batchExport, run)).toBe(true);
  expect(await working).toMatchObject({ status: 'Cancelled', partsCompleted: 0 });
  await waitUntil(async () => expect(await running()).toBe(0));
  expect(await fixture.list('cancelled')).toEqual([]);

  expect(await fixture.runs.restart({ projectId: 1, userId: null }, batchExport, run)).toBe(true);
  expect(await fixture.work(run, batchExport)).toMatchObject({
    status: 'Completed',
    recordsCompleted: 120,
  });
});

it('does not work on a run that has ended', async () => {
  const batchExport = await inDirectory('ended');
  const run = await fixture.backfill(batchExport);
  expect(run).toMatchObject({ status: 'Completed', partsTotal: 0, recordsCompleted: 0 });
  expect(await fixture.work(run, batchExport)).toEqual(run);
});

describe('the schedule', () => {
  const hour = (n: number): Date => new Date(Date.UTC(2026, 2, 1, n));

  const sweepAt = async (now: Date): Promise<string[]> => {
    const queued: string[] = [];
    await sweepExports({
      batchExports: fixture.batchExports,
      runs: fixture.runs,
      queue: {
        add: (job) => {
          queued.push(job.run_id);
          return Promise.resolve();
        },
      },
      now: () => now,
      settleMs: 60_000,
    });
    return queued;
  };

  it('exports by time of arrival, waits for late rows, and exports missed hours', async () => {
    const [inTime, late] = [randomUUID(), randomUUID()];
    await fixture.seed([
      { uuid: inTime, timestamp: '2026-03-01 09:30:00', inserted_at: '2026-03-01 10:30:00' },
      { uuid: late, timestamp: '2026-03-01 10:10:00', inserted_at: '2026-03-01 12:00:00' },
    ]);
    const batchExport = await fixture.create({
      destination: { type: 'File', config: { prefix: 'hours/{hour}' } },
      nextIntervalStart: hour(10),
    });
    expect(await sweepAt(new Date(hour(11).getTime() + 59_000))).toEqual([]);
    const missed = await sweepAt(new Date(hour(13).getTime() + 60_000));
    expect(missed).toHaveLength(3);
    // A second sweep changes nothing: the runs exist, and the queue accepts each run only once.
    expect(await sweepAt(new Date(hour(13).getTime() + 60_000))).toEqual(missed);
    for (const id of missed) await fixture.work({ id }, batchExport);
    expect(await filesIn('hours/10')).toEqual([[inTime]]);
    expect(await filesIn('hours/11')).toEqual([]);
    expect(await filesIn('hours/12')).toEqual([[late]]);
    expect(await sweepAt(new Date(hour(13).getTime() + 60_000))).toEqual([]);
  });

  it('ends at end_at and rests while paused', async () => {
    const over = await fixture.create({ nextIntervalStart: hour(10) });
    await fixture.batchExports.update(AUTHOR, over.id, { endAt: hour(11) });
    const paused = await fixture.create({ nextIntervalStart: hour(10) });
    await fixture.batchExports.update(AUTHOR, paused.id, { paused: true });
    const queued = await sweepAt(hour(14));
    expect(queued).toHaveLength(1);
    expect(await fixture.runs.findById(1, over.id, queued[0]!)).toMatchObject({
      dataIntervalStart: hour(10),
      dataIntervalEnd: hour(11),
      status: 'Starting',
    });
    await fixture.batchExports.remove(AUTHOR, over.id);
    expect(await sweepAt(hour(14))).toEqual([]);
  });
});

describe('persons', () => {
  const [alice, bob] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    const person = { team_id: 1, created_at: '2026-03-01 10:00:00', is_identified: true };
    await fixture.clickhouse.insertJsonEachRow('person', [
      { ...person, id: alice, properties_text: { v: 1 }, version: 1 },
      { ...person, id: alice, properties_text: { v: 2 }, version: 2 },
      { ...person, id: bob, properties_text: {}, version: 1, is_deleted: true },
      { ...person, id: randomUUID(), team_id: 2, properties_text: {}, version: 1 },
    ]);
    await fixture.clickhouse.insertJsonEachRow('person_distinct_id', [
      { team_id: 1, distinct_id: 'a1', person_id: alice, version: 0 },
      { team_id: 1, distinct_id: 'a2', person_id: bob, version: 0 },
      { team_id: 1, distinct_id: 'a2', person_id: alice, version: 1 },
      { team_id: 1, distinct_id: 'gone', person_id: alice, version: 1, is_deleted: true },
    ]);
  });

  it('are a row per distinct id, as they are now', async () => {
    const batchExport = await fixture.create({
      model: 'persons',
      destination: { type: 'File', config: { prefix: 'persons' } },
    });
    const run = await fixture.backfill(batchExport, undefined, { partRows: 1 });
    expect(run).toMatchObject({ status: 'Completed', recordsCompleted: 2, partsTotal: 2 });
    const texts = await Promise.all(
      (await fixture.list('persons'))
        .filter(isPart)
        .map(async (name) => (await fixture.read(`project-1/persons/${name}`)).toString()),
    );
    const rows = texts.join('').trimEnd().split('\n');
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual([
      {
        team_id: 1,
        distinct_id: 'a1',
        person_id: alice,
        properties: { v: 2 },
        person_version: 2,
        person_distinct_id_version: 0,
        created_at: '2026-03-01T10:00:00.000000Z',
        _inserted_at: expect.any(String),
      },
      expect.objectContaining({ distinct_id: 'a2', person_distinct_id_version: 1 }),
    ]);
  });
});

describe('what cannot work', () => {
  it('is a failed run, and no link out of the root is followed', async () => {
    const outside = join(tmpdir(), randomUUID());
    await mkdir(join(fixture.rootDir, 'project-1'), { recursive: true });
    await symlink(outside, join(fixture.rootDir, 'project-1', 'link'));
    const run = await fixture.backfill(await inDirectory('link/deeper'));
    expect(run.status).toBe('Failed');
    expect(run.latestError).toMatch(/does not lead to a directory below/);
    await expect(stat(outside)).rejects.toThrow();
  });

  it.each([
    [{ prefix: '../x' }, {}, /not valid/],
    [{ prefix: 'x' }, { rootDir: null }, /EXPORT_ROOT_DIR/],
    [{ prefix: 'x'.repeat(300) }, {}, /too long/],
  ])('%j %j', async (config, deps, reason) => {
    const batchExport = await fixture.create({ destination: { type: 'File', config } });
    const run = await fixture.backfill(batchExport, undefined, deps);
    expect(run).toMatchObject({ status: 'Failed', latestError: expect.stringMatching(reason) });
  });
});
