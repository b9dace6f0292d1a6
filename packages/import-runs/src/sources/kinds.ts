import type { CsvMapping, ImportContext, JsonObject, MapRecord } from '@tidemark/importers';
import {
  completeUmami,
  mapAmplitude,
  mapCsv,
  mapPlausible,
  mapPostHogEvent,
  mapSegment,
  mapUmami,
  mixpanelMapper,
  readUmamiValue,
  textOf,
} from '@tidemark/importers';
import type { FileSourceOptions } from './file-source';
import type { ValueReading } from './join-values';
import { ImportSourceError } from './source';

/** The services whose files can be read. */
export const SOURCE_KINDS = [
  ...(['posthog', 'mixpanel', 'amplitude', 'segment', 'umami', 'plausible', 'csv'] as const),
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/**
 * The services whose records have an id, or the time and the person of one event. Rows of Plausible are totals of a day,
 * which two sites can have in common, and ids in a CSV may be unique only in their file.
 */
const DISTINCT_RECORDS: ReadonlySet<SourceKind> = new Set([
  'mixpanel',
  'amplitude',
  'segment',
  'umami',
]);

type MapFileRecord = (
  record: JsonObject,
  file: string,
  context: ImportContext,
) => ReturnType<MapRecord>;

/**
 * Returns the functions that read the files of a service.
 *
 * @param mapping the meaning of the columns; only a CSV needs it
 * @param timeZone see `mixpanelMapper`
 * @throws ImportSourceError if the mapping of a CSV is missing
 */
export function fileReading(
  kind: SourceKind,
  mapping: CsvMapping | null,
  timeZone?: string,
): Pick<
  FileSourceOptions,
  'kind' | 'classify' | 'mapEvent' | 'recordsAreDistinct' | 'csv' | 'values'
> {
  return {
    kind,
    recordsAreDistinct: DISTINCT_RECORDS.has(kind),
    ...(mapping?.reading !== undefined && { csv: mapping.reading }),
    classify: kind === 'posthog' ? classifyPostHog : () => 'events',
    mapEvent: mapperOf(kind, mapping, timeZone),
    ...(kind === 'umami' && { values: UMAMI_VALUES }),
  };
}

/** `event_data.csv` has a row for each property of an event in `website_event.csv`. */
const UMAMI_VALUES: ValueReading = {
  isValue: (first) => first['data_key'] !== undefined && first['event_id'] !== undefined,
  read: readUmamiValue,
  keyOf: (record) => textOf(record['event_id']),
  complete: completeUmami,
  orphan: 'the property belongs to an event that is not in website_event.csv',
  incomplete: 'The files have properties of events, but no events: website_event.csv is missing.',
};

/** Returns the stream of a file of PostHog's batch exports or of `tidemark export`. */
function classifyPostHog(first: JsonObject): 'events' | 'persons' | 'groups' | null {
  if (first['event'] !== undefined) return 'events';
  if (first['group_key'] !== undefined) return 'groups';
  return first['person_id'] === undefined ? null : 'persons';
}

function mapperOf(
  kind: SourceKind,
  mapping: CsvMapping | null,
  timeZone: string | undefined,
): MapFileRecord {
  switch (kind) {
    case 'posthog':
      return (record, _, context) => mapPostHogEvent(record, context);
    case 'mixpanel': {
      const map = mixpanelMapper(timeZone);
      return (record, _, context) => map(record, context);
    }
    case 'amplitude':
      return (record, _, context) => mapAmplitude(record, context);
    case 'segment':
      return (record, _, context) => mapSegment(record, context);
    case 'umami':
      return (record, _, context) => mapUmami(record, context);
    case 'plausible':
      return (record, file, context) => mapPlausible(file, record, context);
    case 'csv': {
      if (mapping === null) {
        throw new ImportSourceError('The mapping is missing: it says what the columns are.');
      }
      return (record, _, context) => mapCsv(mapping, record, context);
    }
  }
}
