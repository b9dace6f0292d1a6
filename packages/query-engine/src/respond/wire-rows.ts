import { elementType, engineType } from './engine-type';
import type { ZoneOffset } from './zone-offset';
import { zoneOffset } from './zone-offset';
import { zonedTime } from './zoned-time';

type Render = (value: unknown) => unknown;

type Meta = readonly { readonly type: string }[];

/** Rows with every timestamp, also inside arrays, tuples and maps, in the zone of its type. */
export function wireRows(rows: readonly unknown[][], meta: Meta): unknown[][] {
  return rowRenderer(meta)(rows);
}

/** Converts rows that arrive in batches like `wireRows`; the offsets of a zone are cached. */
export function rowRenderer(meta: Meta): (rows: readonly unknown[][]) => unknown[][] {
  const zones = new Map<string, ZoneOffset>();
  const renders = meta.map(({ type }) => rendering(type, zones));
  if (renders.every((render) => render === null)) return (rows) => [...rows];
  return (rows) => rows.map((row) => row.map((value, i) => renders[i]?.(value) ?? value));
}

/** Null when values of the type need no conversion. */
function rendering(text: string, zones: Map<string, ZoneOffset>): Render | null {
  const { name, args } = engineType(text);
  switch (name) {
    case 'DateTime':
    case 'DateTime64': {
      const zone = /^'(.+)'$/.exec(args.at(-1) ?? '')?.[1];
      const offset = zone === undefined || zone === 'UTC' ? null : known(zones, zone);
      return (value) => zonedTime(value, offset);
    }
    case 'Nullable':
    case 'LowCardinality':
      return rendering(args[0] ?? '', zones);
    case 'Array': {
      const item = rendering(args[0] ?? '', zones);
      return item && ((value) => (Array.isArray(value) ? value.map(item) : value));
    }
    case 'Tuple': {
      const items = args.map((arg) => rendering(elementType(arg), zones));
      if (items.every((item) => item === null)) return null;
      return (value) =>
        Array.isArray(value) ? value.map((v: unknown, i) => items[i]?.(v) ?? v) : value;
    }
    case 'Map': {
      const item = rendering(args[1] ?? '', zones);
      return item && ((value) => mapValues(value, item));
    }
    default:
      return null;
  }
}

function known(zones: Map<string, ZoneOffset>, zone: string): ZoneOffset {
  const offset = zones.get(zone) ?? zoneOffset(zone);
  zones.set(zone, offset);
  return offset;
}

function mapValues(value: unknown, item: Render): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, item(inner)]));
}

/** The rows of a response with rows; empty for any other response. */
export function rowsOf(response: object): readonly (readonly unknown[])[] {
  const results = 'results' in response ? response.results : null;
  return Array.isArray(results) ? results.filter((row) => Array.isArray(row)) : [];
}
