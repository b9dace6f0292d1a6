import type { Expr, Statement } from '@tidemark/hogql';
import { expr, statement } from '../../../hogql-builders/template';
import type { Columns } from '../../../hogql-builders/with-columns';
import type { FunnelSettings } from '../../plan/settings';
import type { FunnelScan } from '../rows/scan';
import { touchOf } from './touch';

/** A list without a value: the breakdown value of events without a breakdown. */
const NO_VALUE = "['']";

/** Microseconds need 51 bits until the year 2041, and 52 bits for seventy years after that; these bits remain. */
const MASK_BITS = 11;

/** Rows of actors, and the columns to compute from them. */
export interface ActorEvents {
  readonly rows: Statement;
  /** The columns of `rows`. */
  readonly given: readonly string[];
  /**
   * `ts` (microseconds), `masks`, `buckets` (starts of the range's intervals) and `marks` (breakdown values): lists
   * of equal length, ordered by time. There are no marks if `rows` contain the value of an actor (`touched`).
   */
  readonly columns: Columns;
}

/**
 * One row per actor with its matching events as `items`. With `all_events` one row per actor and value (`own`). Where
 * steps have an order, actors without the first step are left out.
 */
export function actorEvents(scan: FunnelScan, settings: FunnelSettings): ActorEvents {
  const byValue = scan.parts > 0 && settings.attribution === 'all_events';
  const hasTimestamps = settings.view === 'trends';
  const touched = touchedOf(scan, settings);
  const hasMarks = scan.parts > 0 && touched === null;
  const item = itemOf(settings, { hasTimestamps, hasMarks });
  const more = [byValue ? ', mark AS own' : '', touched === null ? '' : ', {touched} AS touched'];
  const rows = statement(
    `SELECT actor${more.join('')}, arraySort(groupArray(${item.made})) AS items
     FROM ({rows})
     ${settings.order === 'strict' ? '' : 'WHERE mask != 0'}
     GROUP BY actor${byValue ? ', own' : ''}
     ${settings.order === 'unordered' ? '' : 'HAVING max(bitTest(mask, 0)) = 1'}`,
    { rows: scan.rows, ...(touched !== null && { touched }) },
  );
  return {
    rows,
    given: [
      'actor',
      ...(byValue ? ['own'] : []),
      ...(touched === null ? [] : ['touched']),
      'items',
    ],
    columns: [
      ...(byValue ? [] : [['own', NO_VALUE] as const]),
      ['ts', item.at],
      ['masks', item.mask],
      ['buckets', item.bucket],
      ...(hasMarks ? [['marks', item.mark] as const] : []),
    ],
  };
}

/** The expression that picks the value of an actor while events are collected, if that is possible. */
function touchedOf(scan: FunnelScan, settings: FunnelSettings): Expr | null {
  if (scan.picked !== undefined) return scan.picked;
  const touch = touchOf(scan, settings, bitsOf(settings));
  return touch === null ? null : expr(`[${touch}]`);
}

interface Item {
  /** The collected fields of an event, sorted by time, then by mask, position and mark. */
  readonly made: string;
  /** Expressions for the lists, from `items`. */
  readonly at: string;
  readonly mask: string;
  readonly bucket: string;
  readonly mark: string;
}

function bitsOf({ steps, exclusions }: FunnelSettings): number {
  return steps + exclusions.length;
}

/**
 * Time and mask share one number if they fit: numbers are collected and sorted several times as fast as tuples, and
 * most funnels need no other field of an event.
 */
function itemOf(
  settings: FunnelSettings,
  { hasTimestamps, hasMarks }: { readonly hasTimestamps: boolean; readonly hasMarks: boolean },
): Item {
  const bits = bitsOf(settings);
  const isPacked = bits <= MASK_BITS;
  const made = [
    ...(isPacked ? [`at * ${2 ** bits} + mask`] : ['at', 'mask']),
    ...(hasTimestamps ? ['bucket'] : []),
    ...(hasMarks ? ['mark'] : []),
  ];
  const isTuple = made.length > 1;
  const field = (name: string): string => (isTuple ? `item.${made.indexOf(name) + 1}` : 'item');
  const code = isTuple ? 'item.1' : 'item';
  const listOf = (sql: string): string => `arrayMap(item -> ${sql}, items)`;
  return {
    made: isTuple ? `tuple(${made.join(', ')})` : made.join(),
    at: listOf(isPacked ? `bitShiftRight(${code}, ${bits})` : field('at')),
    mask: listOf(isPacked ? `bitAnd(${code}, ${2 ** bits - 1})` : field('mask')),
    bucket: listOf(hasTimestamps ? field('bucket') : '0'),
    mark: listOf(hasMarks ? field('mark') : NO_VALUE),
  };
}
