import { sql } from 'kysely';
import type { Database } from '../database';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { cancelImportRun } from './cancel-import-run';
import { claimImportRun, renewImportRun } from './import-run-lease';
import { removeImportFile } from './import-files';
import type { DayCount, ImportProblem, ImportRun } from './import-run';
import { toImportRun } from './import-run';
import { findOpenImportRun } from './find-open-import-run';
import { isFree } from './import-run-lease';
import { LostImportError } from './lost-import-error';
import { setImportOrigin } from './set-import-origin';

/** The progress of an import by one page, written in one transaction: its counts, and the position of the next page. */
export interface ImportStep {
  readonly phase: string;
  readonly cursor: Readonly<Record<string, unknown>> | null;
  /** Added to the counts of the run. */
  readonly counts?: Readonly<Record<string, number>>;
  readonly problems?: readonly ImportProblem[];
  readonly dayCounts?: readonly DayCount[];
}

interface NewImportRun {
  readonly source: string;
  readonly sourceKey: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly createdById: number | null;
}

/** Stores the runs of imports. Every method takes the project id or the owner of the lease. */
export interface ImportRunRepository {
  create(projectId: number, run: NewImportRun): Promise<ImportRun>;
  /** The latest unfinished run of a source, to continue it. */
  findOpen(projectId: number, sourceKey: string): Promise<ImportRun | null>;
  findById(projectId: number, id: string): Promise<ImportRun | null>;
  /** Newest first. */
  list(projectId: number, page: PageRequest): Promise<Page<ImportRun>>;
  /** @param limit the maximum number; all if absent */
  problems(runId: string, limit?: number): Promise<readonly ImportProblem[]>;
  countProblems(runId: string): Promise<number>;
  dayCounts(runId: string): Promise<readonly DayCount[]>;
  /**
   * Claims a run, if no process works on it or on another run of its project.
   * @returns `held`: another process works on this run, or it has ended; `busy`: a process works on another run
   */
  claim(id: string, owner: string, leaseMs: number): Promise<'claimed' | 'held' | 'busy'>;
  /** See `setImportOrigin`. */
  setOrigin(id: string, owner: string, origin: string): Promise<string>;
  /** Extends the lease. `lost`: another process has it, or the run has ended. */
  renew(id: string, owner: string, leaseMs: number): Promise<'kept' | 'cancelled' | 'lost'>;
  /** Stores the time until which a run waits for its source; null if it does not wait any more. */
  setWait(id: string, owner: string, until: Date | null): Promise<void>;
  /** Ends the lease of an unfinished run, so that another process can continue it immediately. */
  release(id: string, owner: string): Promise<void>;
  /** Runs for query-workers that no process works on, oldest first. */
  listAbandoned(limit: number): Promise<readonly Pick<ImportRun, 'id' | 'projectId'>[]>;
  /** The encrypted credential of the source; null if there is none. */
  secretsOf(id: string): Promise<string | null>;
  /** Records a step. @throws LostImportError if another process has the lease */
  advance(id: string, owner: string, step: ImportStep): Promise<void>;
  finish(
    id: string,
    owner: string,
    end: Pick<ImportRun, 'state' | 'error' | 'reconciliation'>,
  ): Promise<void>;
  /** False if there is no run that can be cancelled. */
  cancel(projectId: number, id: string): Promise<boolean>;
}

export function createImportRunRepository({ db }: Pick<Database, 'db'>): ImportRunRepository {
  return {
    async create(projectId, run) {
      const row = await db
        .insertInto('import_runs')
        .values({
          project_id: projectId,
          created_by_id: run.createdById,
          source: run.source,
          source_key: run.sourceKey,
          settings: JSON.stringify(run.settings),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toImportRun(row);
    },
    findOpen: (projectId, sourceKey) => findOpenImportRun(db, projectId, sourceKey),

    async findById(projectId, id) {
      const row = await db
        .selectFrom('import_runs')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toImportRun(row);
    },
    list(projectId, page) {
      const all = db.selectFrom('import_runs').selectAll().where('project_id', '=', projectId);
      return readPage(all, all.orderBy('created_at', 'desc').orderBy('id'), page, toImportRun);
    },
    async problems(runId, limit) {
      const rows = await db
        .selectFrom('import_problems')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('kind')
        .orderBy('source_id')
        .orderBy('reason')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
        .execute();
      return rows.map(({ kind, source_id: sourceId, name, reason, occurrences }) => {
        return { kind, sourceId, name, reason, occurrences };
      });
    },
    async countProblems(runId) {
      const { count } = await db
        .selectFrom('import_problems')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('run_id', '=', runId)
        .executeTakeFirstOrThrow();
      return count;
    },
    dayCounts: (runId) =>
      db
        .selectFrom('import_day_counts')
        .select(['day', 'event', 'events'])
        .where('run_id', '=', runId)
        .orderBy('day')
        .orderBy('event')
        .execute(),
    claim: (id, owner, leaseMs) => claimImportRun(db, id, owner, leaseMs),
    setOrigin: (id, owner, origin) => setImportOrigin(db, id, owner, origin),
    renew: (id, owner, leaseMs) => renewImportRun(db, id, owner, leaseMs),

    async setWait(id, owner, until) {
      await db
        .updateTable('import_runs')
        .set({ waits_until: until })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .execute();
    },
    async release(id, owner) {
      await db
        .updateTable('import_runs')
        .set({ lease_until: null, waits_until: null })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .execute();
    },
    async listAbandoned(limit) {
      const rows = await db
        .selectFrom('import_runs')
        .select(['id', 'project_id'])
        .where('in_background', '=', true)
        .where('state', '=', 'running')
        .where(isFree)
        .orderBy('created_at')
        .limit(limit)
        .execute();
      return rows.map(({ id, project_id: projectId }) => ({ id, projectId }));
    },
    async secretsOf(id) {
      const row = await db
        .selectFrom('import_runs')
        .select('secrets')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.secrets ?? null;
    },
    advance: (id, owner, step) => advance(db, id, owner, step),
    finish: (id, owner, { state, error, reconciliation }) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('import_runs')
          .set({
            state,
            error,
            reconciliation: reconciliation === null ? null : JSON.stringify(reconciliation),
            lease_until: null,
            waits_until: null,
            finished_at: sql<Date>`now()`,
            secrets: null,
          })
          .where('id', '=', id)
          .where('owner', '=', owner)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await removeImportFile(tx, id);
      }),
    cancel: (projectId, id) =>
      db.transaction().execute(async (tx) => (await cancelImportRun(tx, projectId, id)) !== null),
  };
}

async function advance(
  db: Database['db'],
  id: string,
  owner: string,
  { phase, cursor, counts = {}, problems = [], dayCounts = [] }: ImportStep,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await tx
      .selectFrom('import_runs')
      .select('counts')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('state', '=', 'running')
      .forUpdate()
      .executeTakeFirst();
    if (run === undefined) throw new LostImportError();
    const sums: Record<string, number> = { ...run.counts };
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
    await tx
      .updateTable('import_runs')
      .set({
        phase,
        cursor: cursor === null ? null : JSON.stringify(cursor),
        counts: JSON.stringify(sums),
      })
      .where('id', '=', id)
      .execute();
    if (problems.length > 0) {
      const rows = problems.map(({ sourceId, ...rest }) => {
        return { run_id: id, source_id: sourceId, ...rest };
      });
      await tx
        .insertInto('import_problems')
        .values(rows)
        .onConflict((on) =>
          on.columns(['run_id', 'kind', 'source_id', 'reason']).doUpdateSet({
            // A definition counts once, however often it is tried; skipped records, which have no id, are added.
            occurrences: sql<number>`CASE WHEN excluded.source_id = ''
              THEN import_problems.occurrences + excluded.occurrences ELSE 1 END`,
          }),
        )
        .execute();
    }
    for (let at = 0; at < dayCounts.length; at += MOST_ROWS) {
      await tx
        .insertInto('import_day_counts')
        .values(dayCounts.slice(at, at + MOST_ROWS).map((row) => ({ run_id: id, ...row })))
        .onConflict((on) =>
          on.columns(['run_id', 'day', 'event']).doUpdateSet({
            events: sql<number>`import_day_counts.events + excluded.events`,
          }),
        )
        .execute();
    }
  });
}

/** The maximum number of rows in one statement, because Postgres accepts 65,535 parameters. */
const MOST_ROWS = 10_000;
