import type { Cursor, Page } from '../source';
import { literal } from './literal';
import type { PostHogApi } from './posthog-api';

/** The number of rows of one query. PostHog's limit for queries with a key is 50,000. */
const EVENT_ROWS = 5_000;
export const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

const HOUR_MS = 3_600_000;
const FIRST_WINDOW_MS = 24 * HOUR_MS;
const LONGEST_WINDOW_MS = 366 * 24 * HOUR_MS;
/** The maximum number of pages of a window; the next window is half as long if it has more. */
const MOST_PAGES = 4;

/**
 * Reads the events of a project ordered by time and uuid; the next page begins after the last row of a page. Each query
 * has an end of its time range, so that the source reads and sorts a few pages of events, not all later events.
 */
export async function* eventPages(
  api: Pick<PostHogApi, 'hogql'>,
  from: Cursor | null,
): AsyncGenerator<Page> {
  let at = from === null ? '1970-01-01 00:00:00.000000' : String(from['at']);
  let after = from === null ? FIRST_UUID : String(from['uuid']);
  let width = FIRST_WINDOW_MS;
  for (let start = at; ;) {
    const end = timeAfter(start, width);
    let pages = 0;
    let rows: readonly (readonly unknown[])[];
    do {
      rows = await pageOf(api, { at, after, end });
      const last = rows.at(-1);
      if (last === undefined) break;
      pages += 1;
      at = String(last[6]);
      after = String(last[0]);
      yield { records: rows.map(recordOf), cursor: { at, uuid: after } };
    } while (rows.length === EVENT_ROWS);
    if (pages <= 1) width = Math.min(width * 2, LONGEST_WINDOW_MS);
    else if (pages > MOST_PAGES) width = Math.max(width / 2, HOUR_MS);
    // Skips years without events with one query.
    const next = pages === 0 ? await firstTime(api, at, after) : at;
    if (next === null) return;
    start = next;
  }
}

/** Returns the time of the first event after a position; null if there is no such event. */
async function firstTime(
  api: Pick<PostHogApi, 'hogql'>,
  at: string,
  after: string,
): Promise<string | null> {
  const [row] = await api.hogql(
    `SELECT count() AS found, ${timeOf('min(timestamp)')} AS at FROM events WHERE ${behind(at, after)}`,
  );
  return row === undefined || Number(row[0]) === 0 ? null : String(row[1]);
}

function pageOf(
  api: Pick<PostHogApi, 'hogql'>,
  { at, after, end }: { readonly at: string; readonly after: string; readonly end: string },
) {
  return api.hogql(
    `SELECT toString(uuid) AS id, event, timestamp, distinct_id, properties, elements_chain,
       ${timeOf('timestamp')} AS at
     FROM events
     WHERE ${behind(at, after)} AND timestamp < ${time(end)}
     ORDER BY timestamp, id LIMIT ${EVENT_ROWS}`,
  );
}

function recordOf([uuid, event, timestamp, distinctId, properties, chain]: readonly unknown[]) {
  return { uuid, event, timestamp, distinct_id: distinctId, properties, elements_chain: chain };
}

function behind(at: string, after: string): string {
  return `timestamp < now() + INTERVAL 10 YEAR AND timestamp >= ${time(at)}
    AND (timestamp > ${time(at)} OR toString(uuid) > '${literal(after)}')`;
}

const time = (text: string): string => `toDateTime64('${literal(text)}', 6, 'UTC')`;
const timeOf = (expression: string): string =>
  `formatDateTime(toTimeZone(${expression}, 'UTC'), '%Y-%m-%d %H:%i:%S.%f')`;

/** Adds ms to a time such as `2026-01-31 10:00:00.000000`. */
function timeAfter(text: string, ms: number): string {
  const later = new Date(Date.parse(`${text.slice(0, 10)}T${text.slice(11, 23)}Z`) + ms);
  return `${later.toISOString().replace('T', ' ').slice(0, 23)}000`;
}
