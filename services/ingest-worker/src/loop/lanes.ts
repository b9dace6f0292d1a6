import type { IngestLogConsumer } from '@tidemark/ingest-log';
import type { LaneDeps } from './lane';
import { startLane } from './lane';

/** All lanes of this process. */
export interface Lanes extends Pick<IngestLogConsumer, 'lag' | 'state'> {
  /** The partitions that any of them holds. */
  owned(): readonly number[];
  /** Rejects when one of them has failed for too long. */
  check(): Promise<void>;
  /** Lets each finish its range and give its partitions back. */
  stop(): Promise<void>;
}

/** @param count at least 1 */
export function startLanes(count: number, deps: LaneDeps): Lanes {
  const first = startLane(deps);
  const lanes = [first, ...Array.from({ length: count - 1 }, () => startLane(deps))];
  return {
    lag: () => first.log.lag(),
    state: () => first.log.state(),
    owned: () => lanes.flatMap((lane) => lane.owned()),
    check: async () => {
      await Promise.all(lanes.map(({ loop }) => loop.check()));
    },
    stop: async () => {
      await Promise.all(lanes.map(({ loop }) => loop.stop()));
    },
  };
}
