import type { ClickHouse, DeliveredEvent, EventRowKey } from '@tidemark/clickhouse';
import { readDeliveredEvents } from '@tidemark/clickhouse';
import type { DeliveryWork, FinishedAttempt, PostponedDelivery } from '@tidemark/postgres';
import { runTogether } from './run-together';

/** Combines the statements of all destinations of this process, which would be many small ones. */
export interface Together {
  /** The events of one project that are stored, by uuid. */
  readonly events: (keys: readonly EventRowKey[]) => Promise<ReadonlyMap<string, DeliveredEvent>>;
  readonly postpone: (put: PostponedDelivery) => Promise<void>;
  readonly finish: (made: FinishedAttempt) => Promise<void>;
}

const WRITES_AT_ONCE = 2;

export function createTogether(
  clickhouse: ClickHouse,
  work: Pick<DeliveryWork, 'finish' | 'postpone'>,
): Together {
  const writing = <Item>(write: (items: readonly Item[]) => Promise<void>) =>
    runTogether<Item, undefined>(async (items) => {
      await write(items);
      return items.map(() => undefined);
    }, WRITES_AT_ONCE);
  return {
    events: runTogether((batches) => readBatches(clickhouse, batches), 1),
    finish: writing((made) => work.finish(made)),
    postpone: writing((put) => work.postpone(put)),
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
