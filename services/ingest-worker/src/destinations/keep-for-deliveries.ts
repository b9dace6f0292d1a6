import type { EventRow } from '@tidemark/domain';
import { deliveredEventText } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { RecentEvents } from '@tidemark/redis';
import type { NotedDeliveries } from './note-deliveries';
import { deliveredKey } from './note-deliveries';

/**
 * Keeps the stored events that destinations will receive in Redis, where deliveries find them. If that fails,
 * deliveries read them from ClickHouse.
 *
 * @param rejected indices of the rows that are not stored
 */
export async function keepForDeliveries(
  { recentEvents, logger }: { readonly recentEvents: RecentEvents; readonly logger: Logger },
  { events }: NotedDeliveries,
  rows: readonly EventRow[],
  rejected: ReadonlySet<number>,
): Promise<void> {
  if (events.size === 0) return;
  const kept = rows.filter(
    ({ teamId, uuid }, index) => !rejected.has(index) && events.has(deliveredKey(teamId, uuid)),
  );
  await recentEvents
    .keep(
      kept.map((row) => ({
        projectId: row.teamId,
        uuid: row.uuid,
        text: deliveredEventText(row),
      })),
    )
    .catch((error: unknown) => {
      logger.warn(
        { err: error },
        'events could not be kept for deliveries: deliveries read them from ClickHouse',
      );
    });
}
