import type { ClickHouse, EventRowKey } from '@tidemark/clickhouse';
import { readDeliveredEvents } from '@tidemark/clickhouse';
import type { DeliveredEvent } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { DeliveryWork, FinishedAttempt, PostponedDelivery } from '@tidemark/postgres';
import type { RecentEvents } from '@tidemark/redis';
import { runTogether } from './run-together';

/** Combines the statements of all destinations of this process, which would be many small ones. */
export interface Together {
  /** The events of one project that are stored, by uuid. */
  readonly events: (keys: readonly EventRowKey[]) => Promise<ReadonlyMap<string, DeliveredEvent>>;
  readonly postpone: (put: PostponedDelivery) => Promise<void>;
  readonly finish: (made: FinishedAttempt) => Promise<void>;
}

const WRITES_AT_ONCE = 2;

export function createTogether(deps: {
  readonly clickhouse: ClickHouse;
  readonly recentEvents: Pick<RecentEvents, 'find'>;
  readonly work: Pick<DeliveryWork, 'finish' | 'postpone'>;
  readonly logger: Logger;
}): Together {
  const { clickhouse, work } = deps;
  const writing = <Item>(write: (items: readonly Item[]) => Promise<void>) =>
    runTogether<Item, undefined>(async (items) => {
      await write(items);
      return items.map(() => undefined);
    }, WRITES_AT_ONCE);
  return {
    events: recentFirst(
      deps,
      runTogether((batches) => readBatches(clickhouse, batches), 1),
    ),
    finish: writing((made) => work.finish(made)),
    postpone: writing((put) => work.postpone(put)),
  };
}

/** Takes events from Redis, which keeps the newest ones, and looks up only the others. */
function recentFirst(
  { recentEvents, logger }: { recentEvents: Pick<RecentEvents, 'find'>; logger: Logger },
  lookUp: Together['events'],
): Together['events'] {
  return async (keys) => {
    const [first] = keys;
    if (first === undefined) return new Map();
    const uuids = keys.map(({ uuid }) => uuid);
    const found = await recentEvents.find(first.teamId, uuids).catch((error: unknown) => {
      logger.warn({ err: error }, 'recent events could not be read: they are read from ClickHouse');
      return new Map<string, DeliveredEvent>();
    });
    const others = keys.filter(({ uuid }) => !found.has(uuid));
    if (others.length === 0) return found;
    return new Map([...found, ...(await lookUp(others))]);
  };
}

/** Reads the events of each project separately: projects can have events with the same uuid. */
async function readBatches(
  clickhouse: ClickHouse,
  batches: readonly (readonly EventRowKey[])[],
): Promise<readonly ReadonlyMap<string, DeliveredEvent>[]> {
  const projects = new Map<number, EventRowKey[]>();
  for (const key of batches.flat()) {
    const keys = projects.get(key.teamId) ?? [];
    projects.set(key.teamId, keys);
    keys.push(key);
  }
  const found = new Map(
    await Promise.all(
      [...projects].map(
        async ([id, keys]) => [id, await readDeliveredEvents(clickhouse, keys)] as const,
      ),
    ),
  );
  return batches.map(([first]) => found.get(first?.teamId ?? 0) ?? new Map());
}
