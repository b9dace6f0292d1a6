import type { IngestLogConsumer } from '@tidemark/ingest-log';
import type { LaneDeps } from './lane';
import { startLane } from './lane';

/** All lanes of this process. */
export interface Lanes extends Pick<IngestLogConsumer, 'lag' | 'state'> {
  /** The partitions that all lanes hold together. */
  owned(): readonly number[];
  /** Rejects if a lane has failed for too long. */
  check(): Promise<void>;
  /** Waits until each lane has finished its range and released its partitions. */
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
