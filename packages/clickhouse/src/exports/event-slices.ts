import type { ClickHouse } from '../clickhouse';
import type { Condition, ExportSelection } from './selection';
import { allOf, ofProject, within } from './selection';

/**
 * A range of the sort key of the `events` table (day, event, hash of the distinct id, hash of the uuid), with both ends
 * included. A level has bounds only if the level above is a single value. Copies of an event have the same key, so they
 * are always in the same slice. A slice is a contiguous part of the table, which is read without sorting.
 */
export interface EventSlice {
  readonly days: readonly [from: string, to: string];
  readonly events?: readonly [from: string, to: string] | undefined;
  /** 64-bit numbers as text. */
  readonly distinctIdHashes?: readonly [from: string, to: string] | undefined;
  readonly uuidHashes?: readonly [from: string, to: string] | undefined;
}

export interface SizedSlice<Slice> {
  readonly slice: Slice;
  readonly rows: number;
}

interface Unit {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
}

/** One level of the sort key: its units, and the slice of a range of units. */
interface Level {
  readonly unit: string;
  readonly narrow: (under: EventSlice | null, from: string, to: string) => EventSlice;
  /** The first and the last value of a unit. */
  readonly bounds: (unit: string) => readonly [from: string, to: string];
}

/** Hashes are divided into 4,096 equal ranges. */
const HASH_SHIFT = 52n;
const itself = (unit: string): [string, string] => [unit, unit];
const hashRange = (unit: string): [string, string] => {
  const from = BigInt(unit) << HASH_SHIFT;
  return [String(from), String(from + (1n << HASH_SHIFT) - 1n)];
};
const deeper = (under: EventSlice | null): EventSlice => {
  if (under === null) throw new Error('Only days are the outermost level');
  return under;
};

const LEVELS: readonly Level[] = [
  { unit: 'toDate(timestamp)', narrow: (_, from, to) => ({ days: [from, to] }), bounds: itself },
  {
    unit: 'event',
    narrow: (under, from, to) => ({ ...deeper(under), events: [from, to] }),
    bounds: itself,
  },
  {
    unit: `bitShiftRight(cityHash64(distinct_id), ${HASH_SHIFT})`,
    narrow: (under, from, to) => ({ ...deeper(under), distinctIdHashes: [from, to] }),
    bounds: hashRange,
  },
  {
    unit: `bitShiftRight(cityHash64(uuid), ${HASH_SHIFT})`,
    narrow: (under, from, to) => ({ ...deeper(under), uuidHashes: [from, to] }),
    bounds: hashRange,
  },
];

/**
 * Divides a selection of events into slices of at most `maxRows` rows each, in the order of the table. A slice can be
 * larger only if it is one range of uuid hashes, within one day, one event and one range of distinct id hashes.
 */
export async function planEventSlices(
  clickhouse: ClickHouse,
  selection: ExportSelection,
  maxRows: number,
  signal?: AbortSignal,
): Promise<readonly SizedSlice<EventSlice>[]> {
  const cut = async (
    under: EventSlice | null,
    depth: number,
  ): Promise<SizedSlice<EventSlice>[]> => {
    const level = LEVELS[depth];
    if (level === undefined) throw new Error('The sort key has no more levels');
    const condition = eventsIn(selection, under);
    const { rows } = await clickhouse.query<[unit: string, rows: number]>({
      name: 'export_plan_events',
      sql: `SELECT toString(${level.unit}) AS unit, count() AS rows
      FROM events
      PREWHERE ${condition.sql}
      GROUP BY ${level.unit}
      ORDER BY ${level.unit}`,
      params: condition.params,
      ...(signal === undefined ? {} : { signal }),
    });
    const units = rows.map(([unit, count]): Unit => {
      const [from, to] = level.bounds(unit);
      return { from, to, rows: count };
    });
    const slices: SizedSlice<EventSlice>[] = [];
    for (const group of packUnits(units, maxRows)) {
      const slice = level.narrow(under, group.from, group.to);
      if (group.rows > maxRows && depth + 1 < LEVELS.length) {
        slices.push(...(await cut(slice, depth + 1)));
      } else {
        slices.push({ slice, rows: group.rows });
      }
    }
    return slices;
  };
  return cut(null, 0);
}

/** Combines adjacent units while they have at most `maxRows` rows together; a larger unit stays alone. */
function packUnits(units: readonly Unit[], maxRows: number): readonly Unit[] {
  const packed: Unit[] = [];
  for (const unit of units) {
    const last = packed.at(-1);
    if (last !== undefined && last.rows + unit.rows <= maxRows) {
      packed[packed.length - 1] = { from: last.from, to: unit.to, rows: last.rows + unit.rows };
    } else {
      packed.push(unit);
    }
  }
  return packed;
}

/** Returns the condition of the selected events in a slice; null = all selected events. */
export function eventsIn(selection: ExportSelection, slice: EventSlice | null): Condition {
  const { interval, includeEvents, excludeEvents } = selection;
  return allOf([
    ofProject(selection),
    slice && range('toDate(timestamp)', 'day', 'Date', slice.days),
    slice?.events ? range('event', 'event', 'String', slice.events) : null,
    slice?.distinctIdHashes
      ? range('cityHash64(distinct_id)', 'distinct_id', 'UInt64', slice.distinctIdHashes)
      : null,
    slice?.uuidHashes ? range('cityHash64(uuid)', 'uuid', 'UInt64', slice.uuidHashes) : null,
    interval.by === 'arrival'
      ? within('inserted_at', 'arrived', interval.start, interval.end)
      : allOf([
          within('timestamp', 'happened', interval.start, interval.end),
          within('inserted_at', 'stored', null, interval.storedBefore),
        ]),
    includeEvents.length === 0
      ? null
      : { sql: 'event IN {included:Array(String)}', params: { included: includeEvents } },
    excludeEvents.length === 0
      ? null
      : { sql: 'event NOT IN {excluded:Array(String)}', params: { excluded: excludeEvents } },
  ]);
}

function range(
  column: string,
  name: string,
  type: string,
  [from, to]: readonly [string, string],
): Condition {
  return {
    sql: `${column} >= {${name}_first:${type}} AND ${column} <= {${name}_last:${type}}`,
    params: { [`${name}_first`]: from, [`${name}_last`]: to },
  };
}
