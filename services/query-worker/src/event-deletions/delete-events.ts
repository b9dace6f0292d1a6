import type { ClickHouse, Deletion, FoundEvent, Topology } from '@tidemark/clickhouse';
import {
  countNotedEvents,
  deleteEvents,
  forgetNotedEvents,
  listNotedEvents,
  listNotedSessions,
  noteDeletedEvents,
  repairSessions,
} from '@tidemark/clickhouse';
import type { EventDeletionPhase } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type {
  ClaimedDeletion,
  DeletionProgress,
  DeletionStep,
  ProjectRepository,
  StepOutcome,
} from '@tidemark/postgres';
import type { ProjectLookups } from '@tidemark/query-engine';
import { planSelection, streamSelection, visibleFailure } from '@tidemark/query-engine';
import { readPosition } from './position';

export interface DeletionDeps {
  readonly progress: DeletionProgress;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly lookups: ProjectLookups;
  /** Runs statements of projects. */
  readonly readClickhouse: ClickHouse;
  /** Runs mutations of tables, with a timeout of hours. */
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  /** Deletes stored results of queries, which may contain the events. */
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly now: () => Date;
  /** Aborted when this process stops: another worker continues. */
  readonly stopping: AbortSignal;
  /** The maximum number of events in one deletion and of sessions in one repair. */
  readonly batchSize: number;
  readonly logger: Logger;
}

const NOTED_AT_ONCE = 50_000;
const SESSIONS_AT_ONCE = 10_000;
/** The interval at which the lease is extended while the engine works; shorter than the lease. */
const PULSE_MS = 15_000;
/** The deletion cannot be carried out; the message is for users. */
class DeletionError extends Error {}

/** Another worker has the deletion, or it was cancelled. */
class Stopped extends Error {
  constructor(readonly outcome: 'cancelled' | 'lost') {
    super(outcome);
  }
}

/** The recorded progress of a deletion. */
interface Reached {
  phase: EventDeletionPhase;
  /** The last event that was deleted; null: none. */
  event: FoundEvent | null;
}

/**
 * Carries out a claimed deletion: finds the events and records their ids, deletes them in batches, and recomputes
 * their sessions. It continues where a worker that died had stopped; each step may be repeated.
 */
export async function carryOutDeletion(deps: DeletionDeps, claim: ClaimedDeletion): Promise<void> {
  const { progress } = deps;
  const { deletion } = claim;
  const logger = deps.logger.child({ projectId: deletion.projectId, deletionId: deletion.id });
  const pulse = setInterval(() => {
    progress.record(claim, {}, deps.now()).catch((error: unknown) => {
      logger.warn({ err: error }, 'the lease of a deletion of events could not be extended');
    });
  }, PULSE_MS);
  try {
    const status = await untilCancelled(deps, claim);
    await deps.forgetResults(deletion.projectId);
    if (await progress.finish(claim, status, null))
      logger.info({ status }, 'events deleted by filter');
  } catch (error) {
    if (error instanceof Stopped) return;
    if (deps.stopping.aborted) {
      await progress.release(claim);
      return;
    }
    const reason = reasonOf(error);
    if (reason === null) {
      // The lease expires, and then a worker claims the deletion again.
      logger.warn({ err: error }, 'a deletion of events was interrupted and will be continued');
      return;
    }
    await forgetNotedEvents(deps.clickhouse, deps.topology, notedOf(claim), null);
    await progress.finish(claim, 'failed', reason);
    logger.info({ reason }, 'a deletion of events failed');
  } finally {
    clearInterval(pulse);
  }
}

/** The message for users about a permanent failure; null for other failures. */
function reasonOf(error: unknown): string | null {
  return error instanceof DeletionError ? error.message : visibleFailure(error).message;
}

/** @throws Stopped when another worker has taken over the deletion */
async function untilCancelled(
  deps: DeletionDeps,
  claim: ClaimedDeletion,
): Promise<'completed' | 'cancelled'> {
  const { phase } = claim.deletion;
  const { event, session } = readPosition(claim.position);
  const reached: Reached = { phase: phase ?? 'finding', event };
  try {
    if (reached.phase === 'finding') await findEvents(deps, claim, reached);
    if (reached.phase === 'deleting') await deleteInBatches(deps, claim, reached);
    await repairInBatches(deps, claim, phase === 'sessions' ? session : '');
    return 'completed';
  } catch (error) {
    if (!(error instanceof Stopped) || error.outcome === 'lost') throw error;
  }
  // Remaining events may be stored again as duplicates; deleted events must not be.
  if (reached.phase !== 'sessions') {
    const { clickhouse, topology } = deps;
    await forgetNotedEvents(clickhouse, topology, notedOf(claim), reached.event);
  }
  if (reached.phase !== 'finding') await repairInBatches(deps, claim, '', false);
  return 'cancelled';
}

function notedOf({ deletion }: ClaimedDeletion): Deletion {
  return { teamId: deletion.projectId, id: deletion.id };
}

/** Records the matching events. @throws DeletionError when more events match than the user confirmed */
async function findEvents(
  deps: DeletionDeps,
  claim: ClaimedDeletion,
  reached: Reached,
): Promise<void> {
  const { deletion } = claim;
  const { projectId, count } = deletion;
  await step(deps, claim, {});
  const project = await deps.projects.findById(projectId);
  if (project === null) throw new Stopped('lost');
  const noted = notedOf(claim);
  const { storedUntil } = deletion;
  const context = { ...deps.lookups, project, now: storedUntil, storedUntil };
  const plan = await planSelection(deletion, context);
  await streamSelection(deps.readClickhouse, plan, {
    projectId,
    batchSize: NOTED_AT_ONCE,
    signal: deps.stopping,
    onBatch: async (events) => {
      await step(deps, claim, {});
      await noteDeletedEvents(deps.clickhouse, noted, events);
    },
  });
  const found = await countNotedEvents(deps.clickhouse, noted);
  if (found > count) {
    throw new DeletionError(
      `${found} events match now, more than the ${count} that were confirmed. Make a new preview.`,
    );
  }
  await step(deps, claim, { phase: 'deleting', position: null, found });
  reached.phase = 'deleting';
}

async function deleteInBatches(
  deps: DeletionDeps,
  claim: ClaimedDeletion,
  reached: Reached,
): Promise<void> {
  const { clickhouse, topology, batchSize } = deps;
  const { projectId } = claim.deletion;
  while (reached.phase === 'deleting') {
    const events = await listNotedEvents(clickhouse, notedOf(claim), reached.event, batchSize);
    await deleteEvents(clickhouse, topology, projectId, events);
    const isLast = events.length < batchSize;
    const event = events.at(-1) ?? reached.event;
    const outcome = await recorded(deps, claim, {
      deleted: events.length,
      ...(isLast
        ? { phase: 'sessions', position: null }
        : { position: event === null ? null : { ...event } }),
    });
    if (outcome === 'lost') throw new Stopped(outcome);
    reached.event = event;
    if (isLast) reached.phase = 'sessions';
    if (outcome === 'cancelled') throw new Stopped(outcome);
  }
}

/** @param mayStop false: continues even if the deletion was cancelled, because events are already deleted */
async function repairInBatches(
  deps: DeletionDeps,
  claim: ClaimedDeletion,
  from: string,
  mayStop = true,
): Promise<void> {
  const { clickhouse, topology } = deps;
  for (let after = from; ;) {
    const noted = notedOf(claim);
    const sessions = await listNotedSessions(clickhouse, noted, after, SESSIONS_AT_ONCE);
    await repairSessions(clickhouse, topology, noted.teamId, sessions);
    if (sessions.length < SESSIONS_AT_ONCE) return;
    after = sessions.at(-1) ?? after;
    const position = { session: after };
    const outcome = await recorded(deps, claim, mayStop ? { position } : {});
    if (outcome === 'lost' || (mayStop && outcome !== 'goes on')) throw new Stopped(outcome);
  }
}

/** @throws Stopped when this worker must end its work */
async function step(deps: DeletionDeps, claim: ClaimedDeletion, done: DeletionStep): Promise<void> {
  const outcome = await recorded(deps, claim, done);
  if (outcome !== 'goes on') throw new Stopped(outcome);
}

async function recorded(
  { progress, now, stopping }: DeletionDeps,
  claim: ClaimedDeletion,
  done: DeletionStep,
): Promise<StepOutcome> {
  const outcome = await progress.record(claim, done, now());
  stopping.throwIfAborted();
  return outcome;
}
