import type { Imported, ImportContext } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { stableUuid } from '../stable-uuid';
import { timestampOf } from '../times';

/** The names of files in an archive of Plausible, such as `imported_pages_20240101_20240131.csv`. */
const FILE = /(imported_[a-z_]+?)_\d{8}_\d{8}\.csv/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** How the database of Plausible writes NULL in a CSV. */
const NULL = '\\N';
/** The columns with sums. All others say what is counted, also if they look like numbers: a version, the id of a city. */
const SUMS: ReadonlySet<string> = new Set([
  ...[
    'visitors',
    'visits',
    'pageviews',
    'bounces',
    'visit_duration',
    'events',
    'entrances',
    'exits',
  ],
  ...['total_scroll_depth', 'total_scroll_depth_visits'],
  ...['total_time_on_page', 'total_time_on_page_visits', 'time_on_page', 'active_visitors'],
]);

/**
 * Maps a row of a CSV of Plausible's export, which has sums per day and no visits. No visits are created from them: each
 * row becomes one event without a person, with the name of its file. The sums are numbers, which trends can add up.
 */
export function mapPlausible(file: string, row: JsonObject, { origin }: ImportContext): Imported {
  const table = FILE.exec(file)?.[1];
  if (table === undefined) return skipped('the file is none of the export of Plausible');
  const timestamp = timestampOf(row['date']);
  if (timestamp === null) return skipped('the row has no date that can be read');
  const properties = Object.entries(row).flatMap(([name, value]) =>
    name === 'date' || typeof value !== 'string' || value === '' || value === NULL
      ? []
      : [[name, SUMS.has(name) && NUMBER.test(value) ? Number(value) : value] as const],
  );
  const texts = properties.filter(([, value]) => typeof value === 'string');
  return {
    kind: 'event',
    event: {
      uuid: stableUuid(
        origin,
        table,
        timestamp,
        JSON.stringify(texts.length > 0 ? texts : properties),
      ),
      event: `plausible ${table.replace('imported_', '').replaceAll('_', ' ')}`,
      distinct_id: 'plausible',
      timestamp,
      properties: { $process_person_profile: false, ...Object.fromEntries(properties) },
    },
  };
}
