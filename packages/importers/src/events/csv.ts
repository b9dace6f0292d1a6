import type { Imported, ImportContext } from '../imported';
import { skipped } from '../imported';
import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import { stableUuid, uuidOf } from '../stable-uuid';
import { DATE_ORDERS, timestampOf } from '../times';
import type { DateOrder, TimeReading } from '../times';
import { isTimeZone } from '../wall-clock';

/** A value of an event: that of a column, or the same text for all rows. */
type CsvValue = { readonly column: string } | { readonly value: string };

type CsvType = 'text' | 'number' | 'boolean' | 'json';

/** The mapping from columns of a CSV to parts of an event: the mapping file of `tidemark import csv`. */
export interface CsvMapping {
  readonly event: CsvValue;
  readonly distinct_id: CsvValue;
  readonly timestamp: CsvValue & TimeReading;
  readonly uuid: CsvValue | null;
  /** Columns by property; null imports every other column with its own name. */
  readonly properties: Readonly<
    Record<string, { readonly column: string; readonly type: CsvType }>
  > | null;
  /** Properties of the person, set at the time of the event. */
  readonly set: Readonly<Record<string, { readonly column: string; readonly type: CsvType }>>;
  /** How the text of the file is read, if not as UTF-8 with commas. */
  readonly reading?: { readonly delimiter?: string; readonly encoding?: string };
}

/** A mapping is invalid. The message names the member. */
export class CsvMappingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CsvMappingError';
  }
}

const MEMBERS = [
  ...['event', 'distinct_id', 'timestamp', 'uuid', 'properties', 'set', 'delimiter', 'encoding'],
];
const TYPES: readonly unknown[] = ['text', 'number', 'boolean', 'json'];
/** A decimal number. JSON has no infinity, and `0x10` is rather the name of something. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** @throws CsvMappingError */
export function readCsvMapping(given: unknown): CsvMapping {
  if (!isObject(given)) throw new CsvMappingError('the mapping is not a JSON object');
  const unknown = Object.keys(given).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw new CsvMappingError(`the mapping has an unknown member: ${unknown}`);
  const value = (name: string): CsvValue => {
    const member = given[name];
    if (isObject(member) && typeof member['column'] === 'string')
      return { column: member['column'] };
    if (isObject(member) && typeof member['value'] === 'string') return { value: member['value'] };
    throw new CsvMappingError(`${name}: expected {"column": "…"} or {"value": "…"}`);
  };
  const columns = (name: string) => {
    const member = given[name] ?? {};
    if (!isObject(member)) throw new CsvMappingError(`${name}: expected an object of properties`);
    return Object.fromEntries(
      Object.entries(member).map(([property, place]) => {
        const column = isObject(place) ? place['column'] : place;
        const type = isObject(place) ? (place['type'] ?? 'text') : 'text';
        if (typeof column !== 'string' || !TYPES.includes(type)) {
          throw new CsvMappingError(
            `${name}.${property}: expected a column, or {"column": "…", "type": "text, number, boolean or json"}`,
          );
        }
        return [property, { column, type: type as CsvType }];
      }),
    );
  };
  return {
    event: value('event'),
    distinct_id: value('distinct_id'),
    timestamp: { ...value('timestamp'), ...readTimeReading(given['timestamp']) },
    uuid: given['uuid'] === undefined ? null : value('uuid'),
    properties: given['properties'] === undefined ? null : columns('properties'),
    set: columns('set'),
    ...readReading(given),
  };
}

// Absent members stay absent: a name of uploaded files is computed from the mapping.
function readTimeReading(given: unknown): TimeReading {
  const { zone, order } = isObject(given) ? given : {};
  if (zone !== undefined && (typeof zone !== 'string' || !isTimeZone(zone))) {
    throw new CsvMappingError(
      'timestamp.zone: expected the name of a time zone, as in Europe/Berlin',
    );
  }
  const orders: readonly unknown[] = DATE_ORDERS;
  if (order !== undefined && !orders.includes(order)) {
    throw new CsvMappingError(`timestamp.order: expected one of ${DATE_ORDERS.join(', ')}`);
  }
  return {
    ...(zone !== undefined && { zone }),
    ...(order !== undefined && { order: order as DateOrder }),
  };
}

function readReading({ delimiter, encoding }: JsonObject): Pick<CsvMapping, 'reading'> {
  if (delimiter !== undefined && (typeof delimiter !== 'string' || !/^[^"\r\n]$/.test(delimiter))) {
    throw new CsvMappingError('delimiter: expected one character, as in ";"');
  }
  if (encoding !== undefined && (typeof encoding !== 'string' || !isEncoding(encoding))) {
    throw new CsvMappingError('encoding: expected the name of an encoding, as in windows-1252');
  }
  const reading = {
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
  };
  return Object.keys(reading).length === 0 ? {} : { reading };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Maps a row of a CSV, whose keys are the column names in the first line. */
export function mapCsv(mapping: CsvMapping, row: JsonObject, { origin }: ImportContext): Imported {
  const missing = columnsOf(mapping).find((column) => !Object.hasOwn(row, column));
  if (missing !== undefined) {
    const names = Object.keys(row).join(', ').slice(0, 200);
    return skipped(`the file has no column ${missing}: its columns are ${names}`);
  }
  const read = (from: CsvValue): unknown => ('column' in from ? row[from.column] : from.value);
  const event = textOf(read(mapping.event));
  if (event === null) return skipped('the row has no name of an event');
  const distinctId = textOf(read(mapping.distinct_id));
  if (distinctId === null) return skipped('the row has no distinct id');
  const timestamp = timestampOf(read(mapping.timestamp), mapping.timestamp);
  if (timestamp === null) return skipped('the row has no timestamp that can be read');
  const given = mapping.uuid === null ? null : read(mapping.uuid);
  const properties =
    mapping.properties === null ? rest(mapping, row) : typed(mapping.properties, row);
  const set = typed(mapping.set, row);
  return {
    kind: 'event',
    event: {
      uuid:
        uuidOf(given) ??
        stableUuid(origin, textOf(given) ?? JSON.stringify([event, distinctId, timestamp, row])),
      event,
      distinct_id: distinctId,
      timestamp,
      properties: { ...properties, ...(Object.keys(set).length > 0 && { $set: set }) },
    },
  };
}

/** Returns the columns of the members that are not properties. */
function ownColumns({ event, distinct_id: distinctId, timestamp, uuid }: CsvMapping): string[] {
  return [event, distinctId, timestamp, uuid].flatMap((from) =>
    from !== null && 'column' in from ? [from.column] : [],
  );
}

function columnsOf(mapping: CsvMapping): string[] {
  const typedColumns = [mapping.properties ?? {}, mapping.set].flatMap((columns) =>
    Object.values(columns).map(({ column }) => column),
  );
  return [...ownColumns(mapping), ...typedColumns];
}

function rest(mapping: CsvMapping, row: JsonObject): JsonObject {
  const used = ownColumns(mapping);
  const others = Object.entries(row).filter(
    ([name, value]) => !used.includes(name) && value !== '',
  );
  return Object.fromEntries(others);
}

function typed(
  columns: Readonly<Record<string, { readonly column: string; readonly type: CsvType }>>,
  row: JsonObject,
): JsonObject {
  const values = Object.entries(columns).flatMap(([name, { column, type }]) => {
    const text = row[column];
    if (typeof text !== 'string' || text === '') return [];
    return [[name, convert(text, type)] as const];
  });
  return Object.fromEntries(values);
}

/** Converts a text to a type. Returns the text itself if it is not of the type, so that no value is lost. */
function convert(text: string, type: CsvType): unknown {
  switch (type) {
    case 'text':
      return text;
    case 'number': {
      const number = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
      return Number.isFinite(number) ? number : text;
    }
    case 'boolean':
      return /^(?:true|1|yes)$/i.test(text) ? true : /^(?:false|0|no)$/i.test(text) ? false : text;
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return text;
      }
  }
}
