import type { JsonObject, MapRecord } from '@tidemark/importers';
import type { ImportSource, SourceName } from '../source';
import type { Days } from './day-pages';
import { dayPages } from './day-pages';

/**
 * Creates a source whose events are read by day, and which has no definitions.
 *
 * @param readDay reads the records of one day (YYYY-MM-DD)
 */
export function openDaySource(
  name: SourceName,
  days: Days,
  mapEvent: MapRecord,
  readDay: (day: string, signal: AbortSignal) => AsyncIterable<readonly JsonObject[]>,
): ImportSource {
  return {
    ...name,
    origin: () => Promise.resolve(name.key),
    definitions: null,
    streams: () =>
      Promise.resolve([
        {
          name: 'events',
          pages: (cursor, signal) => dayPages(days, cursor, (day) => readDay(day, signal)),
        },
      ]),
    mapEvent,
    counts: null,
    close: () => undefined,
  };
}
