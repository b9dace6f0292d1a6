import type { EventRow } from '@tidemark/domain';
import { deliveredEventText } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { RecentEvents } from '@tidemark/redis';
import type { Deliveries, NotedDeliveries } from './note-deliveries';
import { deliveredKey } from './note-deliveries';

/**
 * Keeps the stored events that destinations will receive in Redis, where deliveries find them, and makes the
 * deliveries due. If the first fails, deliveries read the events from ClickHouse; if the second fails, they begin a
 * second later.
 *
 * @param rejected indices of the rows that are not stored
 */
export async function beginDeliveries(
  deps: {
    readonly recentEvents: RecentEvents;
    readonly deliveries: Pick<Deliveries, 'release'>;
    readonly logger: Logger;
  },
  noted: NotedDeliveries,
  rows: readonly EventRow[],
  rejected: ReadonlySet<number>,
): Promise<void> {
  if (noted.ids.length === 0) return;
  const { recentEvents, deliveries, logger } = deps;
  const kept = rows.filter(
    ({ teamId, uuid }, index) =>
      !rejected.has(index) && noted.events.has(deliveredKey(teamId, uuid)),
  );
  const recent = kept.map((row) => ({
    projectId: row.teamId,
    uuid: row.uuid,
    text: deliveredEventText(row),
  }));
  await recentEvents.keep(recent).catch((error: unknown) => {
    logger.warn(
      { err: error },
      'events could not be kept for deliveries: deliveries read them from ClickHouse',
    );
  });
  await deliveries.release(noted).catch((error: unknown) => {
    logger.warn({ err: error }, 'deliveries could not be made due: they begin a second later');
  });
}
