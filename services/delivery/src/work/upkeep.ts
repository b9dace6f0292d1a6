import type { DeliveryWork, InternalEventWork } from '@tidemark/postgres';

/** The longest time of one part of the upkeep; the next sweep continues. */
const LONGEST_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** The time for which the hourly counts of deliveries are kept. */
const COUNTS_MS = 400 * DAY_MS;

export interface UpkeepDeps {
  readonly work: Pick<
    DeliveryWork,
    'beginIncident' | 'expire' | 'prune' | 'pruneCounts' | 'pruneSlow' | 'tidyIncidents'
  >;
  readonly internalEvents: Pick<InternalEventWork, 'prune'>;
  /** The time after which a delivery fails. */
  readonly maxAgeMs: number;
  /** The time for which successful deliveries are kept. */
  readonly deliveredMs: number;
  /** The time for which failed ones are kept, so that they can be sent again. */
  readonly failedMs: number;
  readonly now: () => Date;
  readonly stopping: AbortSignal;
}

/**
 * Fails deliveries that are too old, and removes log entries after their retention. It keeps up with as many rows as are
 * written: a single statement, of some thousand rows, removes what is delivered in less than a second of heavy load.
 */
export async function keepUp(deps: UpkeepDeps): Promise<void> {
  const { work, internalEvents, maxAgeMs, now } = deps;
  const time = now().getTime();
  await untilDone(deps, async () => {
    const { destinations, hasMore } = await work.expire(new Date(time - maxAgeMs));
    for (const destination of destinations) {
      const error = 'Deliveries have waited for too long.';
      await work.beginIncident(destination, 'failed_delivery', error);
    }
    return hasMore;
  });
  const failedBefore = new Date(time - deps.failedMs);
  await untilDone(deps, async () => {
    const { hasMore } = await work.prune(new Date(time - deps.deliveredMs), failedBefore);
    return hasMore;
  });
  await work.tidyIncidents(failedBefore);
  await work.pruneSlow();
  await work.pruneCounts(new Date(time - COUNTS_MS));
  // A delivery fails after maxAgeMs at the latest, and can be replayed as long as it is kept.
  const before = new Date(failedBefore.getTime() - maxAgeMs);
  await internalEvents.prune(new Date(time - DAY_MS), before);
}

/** Repeats a step until it has no more to do, the time is over or the process stops. */
async function untilDone(
  { now, stopping }: Pick<UpkeepDeps, 'now' | 'stopping'>,
  step: () => Promise<boolean>,
): Promise<void> {
  const until = now().getTime() + LONGEST_MS;
  let hasMore = true;
  while (hasMore && now().getTime() < until && !stopping.aborted) hasMore = await step();
}
