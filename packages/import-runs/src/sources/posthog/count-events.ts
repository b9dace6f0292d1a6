import type { EventCount } from '@tidemark/importers';
import type { PostHogApi } from './posthog-api';

const ROWS = 10_000;
const DAY = `formatDateTime(toTimeZone(timestamp, 'UTC'), '%Y-%m-%d')`;

/** Counts the events of a project by day in UTC and name. */
export async function countEvents(api: Pick<PostHogApi, 'hogql'>): Promise<readonly EventCount[]> {
  const counts: EventCount[] = [];
  for (;;) {
    const rows = await api.hogql(
      `SELECT ${DAY} AS day, event, count() FROM events
       WHERE timestamp < now() + INTERVAL 10 YEAR
       GROUP BY day, event ORDER BY day, event LIMIT ${ROWS} OFFSET ${counts.length}`,
    );
    for (const [day, event, events] of rows) {
      counts.push({ day: String(day), event: String(event), events: Number(events) });
    }
    if (rows.length < ROWS) return counts;
  }
}

export async function countPersons(api: Pick<PostHogApi, 'hogql'>): Promise<number> {
  const [row] = await api.hogql('SELECT count() FROM persons');
  return Number(row?.[0] ?? 0);
}
