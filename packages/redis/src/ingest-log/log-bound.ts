import type { EntryValue } from '@tidemark/ingest-log';
import { eventsOf, LogFullError, LogShareError } from '@tidemark/ingest-log';
import { pipelineReplies } from '../connection/pipeline-replies';
import type { Redis } from '../connection/redis';
import { admissibleAtOnce } from '../limits/fair-share';
import { projectsKey } from './keys';
import { lengthCommands, logLength, sumLengths } from './log-length';

type Write = readonly EntryValue[];

/** The number of events in the log, in total and for each of some projects. */
export interface LogCounts {
  readonly length: number;
  readonly held: ReadonlyMap<number, number>;
}

export interface LogBound {
  /**
   * Checks the writes of one group, in order: null for each write that is accepted, else the error. A write is
   * accepted or rejected as a whole.
   */
  judge(writes: readonly Write[]): Promise<readonly (LogFullError | null)[]>;
  /** Adds events that were just written to the known length, until the next refresh. */
  add(count: number): void;
}

export interface LogBoundDeps {
  readonly redis: Redis;
  readonly partitions: number;
  readonly maxLength: number;
  /** The age in ms after which the known length is refreshed. */
  readonly refreshMs: number;
  readonly now: () => number;
}

/** The fraction of the limit from which the shares of projects are checked. */
const CONTENDED = 1 / 2;
/** The number of events that an edge may write before it refreshes the length, as a fraction of the limit. */
const UNSEEN = 1 / 32;

/**
 * Divides the log between projects. While it is less than half full, every project may write, and its length is
 * refreshed in the background, so that requests need not wait. Above that, each group of requests waits for a read of
 * the length and of the counts of its projects.
 */
export function createLogBound(deps: LogBoundDeps): LogBound {
  const { redis, partitions, maxLength } = deps;
  let length = 0;
  let unseen = 0;
  let refreshedAt = -Infinity;
  let running: Promise<void> | undefined;

  const seen = (found: number): void => {
    length = found;
    unseen = 0;
    refreshedAt = deps.now();
  };
  const refresh = (): Promise<void> => {
    running ??= logLength(redis, partitions)
      .then(seen)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const isStale = (): boolean =>
    deps.now() - refreshedAt >= deps.refreshMs || unseen > maxLength * UNSEEN;
  const look = async (writes: readonly Write[]): Promise<LogCounts> => {
    const ids = new Set(writes.flatMap((write) => write.map(({ projectId }) => projectId)));
    const use = await readLogUse(redis, partitions, [...ids]);
    seen(use.length);
    return use;
  };

  return {
    judge: async (writes) => {
      if (isStale()) {
        const refreshed = refresh();
        if (refreshedAt === -Infinity) await refreshed;
        // If a background refresh fails, the following append fails, too.
        else refreshed.catch(() => undefined);
      }
      const coming = writes.reduce((sum, write) => sum + eventsOf(write), 0);
      if (length + coming <= maxLength * CONTENDED) return writes.map(() => null);
      return judgeAll(writes, { ...(await look(writes)), maxLength });
    },
    add: (count) => {
      length += count;
      unseen += count;
    },
  };
}

/** Checks the writes in order; each check includes the writes before it. */
function judgeAll(
  writes: readonly Write[],
  { length, held, maxLength }: LogCounts & { readonly maxLength: number },
): (LogFullError | null)[] {
  const holds = new Map(held);
  const left = new Map<number, number>();
  let taken = 0;
  const mayAdd = (projectId: number): number =>
    admissibleAtOnce({ length: length + taken, held: holds.get(projectId) ?? 0, maxLength });
  for (const projectId of held.keys()) left.set(projectId, mayAdd(projectId));

  return writes.map((write) => {
    const now = length + taken;
    if (now >= maxLength) return new LogFullError(now, maxLength);
    const wanted = eventsByProject(write);
    for (const [projectId, events] of wanted) {
      if (events > (left.get(projectId) ?? 0)) {
        return new LogShareError(projectId, holds.get(projectId) ?? 0, now, maxLength);
      }
    }
    taken += eventsOf(write);
    for (const [projectId, events] of wanted) {
      holds.set(projectId, (holds.get(projectId) ?? 0) + events);
      left.set(projectId, Math.min((left.get(projectId) ?? 0) - events, mayAdd(projectId)));
    }
    return null;
  });
}

function eventsByProject(write: Write): Map<number, number> {
  const events = new Map<number, number>();
  for (const value of write) {
    events.set(value.projectId, (events.get(value.projectId) ?? 0) + value.events);
  }
  return events;
}

/** Reads the length of the log and the counts of these projects in one round trip; in a cluster, one per node. */
export async function readLogUse(
  redis: Redis,
  partitions: number,
  projectIds: readonly number[],
): Promise<LogCounts> {
  const lengths = lengthCommands(partitions);
  const counts = Array.from({ length: partitions }, (_, partition) => [
    ...['hmget', projectsKey(partition)],
    ...projectIds.map(String),
  ]);
  const replies = await pipelineReplies(redis, [...lengths, ...counts]);
  const held = new Map(projectIds.map((id) => [id, 0]));
  for (let partition = 0; partition < partitions; partition += 1) {
    // Counts without a stream remain if a stream was deleted by hand.
    if (Number(replies[2 * partition]) === 0) continue;
    const found = replies[lengths.length + partition] as (string | null)[];
    projectIds.forEach((id, at) => held.set(id, (held.get(id) ?? 0) + Number(found[at] ?? 0)));
  }
  return { length: sumLengths(replies.slice(0, lengths.length)), held };
}
