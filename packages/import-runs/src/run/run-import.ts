import { DEFINITION_KINDS } from '@tidemark/importers';
import { plainMessage } from '@tidemark/platform';
import type { ImportRun } from '@tidemark/postgres';
import { LostImportError } from '@tidemark/postgres';
import { WarehouseSourceError } from '@tidemark/warehouse';
import type { RecordStream } from '../sources/source';
import { ImportDeniedError, ImportSourceError } from '../sources/source';
import type { ImportDeps, Phase } from './context';
import { problem, RunContext } from './context';
import { definitionsPhase } from './import-definitions';
import {
  cohortsPhase,
  ingestionPhase,
  membersPhase,
  propertiesPhase,
  settingsPhase,
  tilesPhase,
} from './finishing-phases';
import { groupTypesPhase } from './group-types';
import { importRecords } from './import-records';
import { notImportedPhase } from './not-imported';
import type { Reconciliation } from './reconcile';
import { reconcile } from './reconcile';

/** The duration of the lease. A process that does not renew it in this time is considered dead. */
export const LEASE_MS = 15_000;
const RENEW_MS = 4_000;

/** A user has cancelled the run. */
class ImportCancelledError extends Error {
  constructor() {
    super('the import was cancelled');
    this.name = 'ImportCancelledError';
  }
}

/** How a run ended. */
export interface ImportEnd {
  readonly state: 'completed' | 'failed' | 'cancelled';
  readonly error: string | null;
  readonly reconciliation: Reconciliation | null;
}

/**
 * Continues a claimed run up to its end. It may be interrupted at any time, also by `kill -9`: the process that claims
 * the run next continues after the last stored step, and repeated steps have no further effect.
 *
 * @param owner the name under which the run was claimed
 * @param stopping aborted when the process stops; the run then stays open
 * @throws LostImportError if another process has claimed the run; the reason of `stopping`; see also `unattended`
 */
export async function runImport(
  deps: ImportDeps,
  run: ImportRun,
  owner: string,
  stopping: AbortSignal,
): Promise<ImportEnd> {
  const lease = holdLease(deps, run.id, owner, stopping);
  let end: ImportEnd;
  try {
    const found = await deps.source.origin(lease.signal);
    const origin = await deps.runs.setOrigin(run.id, owner, found);
    const context = new RunContext(
      deps,
      { id: run.id, owner, counts: run.counts },
      { projectId: run.projectId, origin },
      { origin, startedAt: run.createdAt.getTime() },
      lease.signal,
    );
    await runPhases(context, run);
    const reconciliation = await reconcile(context);
    end = { state: 'completed', error: null, reconciliation };
  } catch (error) {
    const reason: unknown = lease.signal.aborted ? lease.signal.reason : error;
    if (reason instanceof LostImportError) throw reason;
    const isCancelled = reason instanceof ImportCancelledError;
    const isInternal = !isCancelled && deps.unattended !== undefined && !isOfSource(reason);
    if (stopping.aborted || (isInternal && !deps.unattended.isLastTry)) {
      await deps.runs.release(run.id, owner);
      throw reason;
    }
    end = {
      state: isCancelled ? 'cancelled' : 'failed',
      error: isCancelled ? null : isInternal ? INTERNAL : plainMessage(reason),
      reconciliation: null,
    };
  } finally {
    lease.stop();
  }
  await deps.runs.finish(run.id, owner, {
    ...end,
    reconciliation: end.reconciliation === null ? null : { ...end.reconciliation },
  });
  return end;
}

const RECORDS: ReadonlySet<string> = new Set(['groups', 'events', 'persons']);
const INTERNAL = 'An internal error occurred.';

/** Whether the source caused an error that another try would not change. */
function isOfSource(error: unknown): boolean {
  if (error instanceof WarehouseSourceError) return !error.isTransient;
  return error instanceof ImportSourceError;
}

async function runPhases(context: RunContext, run: ImportRun): Promise<void> {
  const phases = await phasesOf(context);
  const found = phases.findIndex(({ name }) => name === run.phase);
  const start = Math.max(0, found);
  for (const [index, phase] of phases.entries()) {
    if (index < start) continue;
    context.signal.throwIfAborted();
    const cursor = index === found ? run.cursor : null;
    if (cursor === null) await context.step({ phase: phase.name, cursor: null });
    await phase.work(context, cursor).catch(async (error: unknown) => {
      // Records are what an import is for; definitions that the key may not read are reported.
      if (!(error instanceof ImportDeniedError) || RECORDS.has(phase.name)) throw error;
      await context.report(phase.name, [problem(phase.name, '', '', error.message)]);
    });
  }
}

async function phasesOf({ source, signal }: RunContext): Promise<readonly Phase[]> {
  const streams = await source.streams(signal);
  return [
    groupTypesPhase,
    ...DEFINITION_KINDS.map(definitionsPhase),
    tilesPhase,
    settingsPhase,
    notImportedPhase,
    ...streams.map(recordsPhase),
    ingestionPhase,
    propertiesPhase,
    membersPhase,
    cohortsPhase,
  ];
}

function recordsPhase(stream: RecordStream): Phase {
  return {
    name: stream.name,
    work: (context, cursor) => importRecords(context, stream, cursor),
  };
}

interface Lease {
  /** Aborted when the run is cancelled or lost, or the process stops. */
  readonly signal: AbortSignal;
  stop(): void;
}

function holdLease({ runs }: ImportDeps, id: string, owner: string, stopping: AbortSignal): Lease {
  const controller = new AbortController();
  const timer = setInterval(() => {
    runs.renew(id, owner, LEASE_MS).then(
      (state) => {
        if (state === 'cancelled') controller.abort(new ImportCancelledError());
        if (state === 'lost') controller.abort(new LostImportError());
      },
      // Postgres is unavailable. If another process claims the run meanwhile, the next renewal ends this run.
      () => undefined,
    );
  }, RENEW_MS);
  return {
    signal: AbortSignal.any([controller.signal, stopping]),
    stop: () => clearInterval(timer),
  };
}
