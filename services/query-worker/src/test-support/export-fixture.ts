import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import type { ExportInterval, ExportModel } from '@tidemark/contracts';
import { createLogger, createSealedBox } from '@tidemark/platform';
import type {
  BatchExport,
  BatchExportRepository,
  Database,
  ExportRunRepository,
  ExportRunSummary,
} from '@tidemark/postgres';
import {
  bootstrap,
  createBatchExportRepository,
  createDatabase,
  createExportRunRepository,
  createRunProgress,
} from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { RunDeps } from '../exports/run/run-export';
import { runExport } from '../exports/run/run-export';

const logger = createLogger('test', 'warn');
const secrets = createSealedBox('a key of the tests that is long enough');

export interface SeedEvent {
  readonly event?: string;
  readonly uuid?: string;
  readonly distinct_id?: string;
  readonly timestamp?: string;
  readonly inserted_at?: string;
  readonly person_id?: string;
  readonly properties_text?: object;
  readonly team_id?: number;
}

export interface ExportFixture {
  readonly clickhouse: ClickHouse;
  readonly database: Database;
  readonly batchExports: BatchExportRepository;
  readonly runs: ExportRunRepository;
  readonly rootDir: string;
  readonly deps: RunDeps;
  seed(events: readonly SeedEvent[]): Promise<void>;
  create(options?: {
    readonly destination?: { readonly type: 'S3' | 'File'; readonly config: object };
    readonly secret?: object;
    readonly model?: ExportModel;
    readonly interval?: ExportInterval;
    readonly nextIntervalStart?: Date;
    readonly projectId?: number;
  }): Promise<BatchExport>;
  /** Creates a run of a time range and completes it. */
  backfill(
    batchExport: BatchExport,
    range?: { readonly start: Date | null; readonly end: Date },
    deps?: Partial<RunDeps>,
  ): Promise<ExportRunSummary>;
  /** Attempts a run once and returns its record. */
  work(
    run: { readonly id: string },
    of: BatchExport,
    deps?: Partial<RunDeps>,
  ): Promise<ExportRunSummary>;
  /** Names in the directory of the project, sorted. */
  list(directory?: string): Promise<string[]>;
  read(path: string): Promise<Buffer>;
  stop(): Promise<void>;
}

export const PERSON = '00000000-0000-4000-8000-000000000001';
export const LONG_AFTER = new Date('2026-12-31T00:00:00Z');

/** Real stores with a project 1, and a worker's parts without the queue. */
export async function startExportFixture(): Promise<ExportFixture> {
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  const database = createDatabase(urls.postgres, { poolSize: 4, logger });
  await bootstrap(database, { projectApiKey: 'phc_x', personalApiKey: 'phx_x' });
  const rootDir = await mkdtemp(join(tmpdir(), 'tidemark-exports-'));
  const batchExports = createBatchExportRepository(database);
  const runs = createExportRunRepository(database);
  const deps: RunDeps = {
    clickhouse,
    progress: createRunProgress(database),
    hasUsedUpRows: () => Promise.resolve(false),
    partRows: 1_000,
    pollMs: 50,
    stopping: new AbortController().signal,
    logger,
    rootDir,
    allowPrivateEndpoints: true,
    allowHttpEndpoints: true,
    escapeFormulas: true,
    secrets,
  };

  const work: ExportFixture['work'] = async (run, of, changed = {}) => {
    const job = { v: 1, project_id: of.projectId, run_id: run.id } as const;
    await runExport({ ...deps, ...changed }, job, { isLast: true });
    const after = await runs.findById(of.projectId, of.id, run.id);
    if (after === null) throw new Error('The run is gone');
    return after;
  };

  return {
    clickhouse,
    database,
    batchExports,
    runs,
    rootDir,
    deps,
    work,
    seed: (events) =>
      clickhouse.insertJsonEachRow(
        'events',
        events.map((event) => ({
          uuid: randomUUID(),
          event: 'e',
          distinct_id: 'd',
          timestamp: '2026-03-01 10:00:00',
          created_at: '2026-03-01 10:00:01',
          person_id: PERSON,
          person_created_at: '2026-03-01 10:00:00',
          person_properties: {},
          properties_text: {},
          team_id: 1,
          ...event,
        })),
      ),
    create: (options = {}) => {
      const id = randomUUID();
      const { destination = { type: 'File', config: {} }, secret } = options;
      return batchExports.create({ projectId: options.projectId ?? 1, userId: null }, id, {
        name: 'Test',
        model: options.model ?? 'events',
        interval: options.interval ?? 'hour',
        paused: false,
        startAt: null,
        endAt: null,
        lastPausedAt: null,
        nextIntervalStart: options.nextIntervalStart ?? LONG_AFTER,
        destination: {
          type: destination.type,
          config: { ...destination.config },
          secrets: secret === undefined ? null : secrets.seal(JSON.stringify(secret), id),
        },
      });
    },
    async backfill(batchExport, range = { start: null, end: LONG_AFTER }, changed = {}) {
      const run = await runs.createBackfill(
        { projectId: batchExport.projectId, userId: null },
        batchExport,
        range,
      );
      return work(run, batchExport, changed);
    },
    list: async (directory = '') => (await readdir(join(rootDir, 'project-1', directory))).sort(),
    read: (path) => readFile(join(rootDir, path)),
    async stop() {
      await Promise.all([clickhouse.close(), database.close()]);
      await rm(rootDir, { recursive: true, force: true });
    },
  };
}
