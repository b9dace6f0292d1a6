import type { Statement } from '@tidemark/hogql';
import { statement } from '../sql/template';
import type { FunnelScan } from './scan';
import type { FunnelSettings } from './settings';

/** Nothing: the value of events without a breakdown. */
const NO_VALUE = "['']";

/** Microseconds need 51 bits until the year 2041, and 52 for seventy years more: so many are left. */
const MASK_BITS = 11;

/**
 * One row per actor: its matching events in the order of time, as `ts` (microseconds), `masks`, `moments`
 * (starts of the range's intervals) and `marks` (breakdown values), lists side by side. With `all_events`
 * one row per actor and value.
 */
export function actorEvents({ rows, hasMarks }: FunnelScan, settings: FunnelSettings): Statement {
  const byValue = hasMarks && settings.attribution === 'all_events';
  const hasMoments = settings.view === 'trends';
  const item = itemOf(settings, { hasMoments, hasMarks });
  const items = settings.order === 'strict' ? '' : 'WHERE mask != 0';
  return statement(
    `SELECT actor, ${byValue ? 'own' : NO_VALUE} AS own,
       ${item.at} AS ts, ${item.mask} AS masks, ${item.moment} AS moments, ${item.mark} AS marks
     FROM (
       SELECT actor, ${byValue ? 'mark' : NO_VALUE} AS own,
         arraySort(groupArray(${item.made})) AS items
       FROM ({rows})
       ${items}
       GROUP BY actor${byValue ? ', own' : ''}
     )`,
    { rows },
  );
}

interface Item {
  /** What is gathered of an event: sorted by time, then by mask, moment, mark. */
  readonly made: string;
  /** The lists, from `items`. */
  readonly at: string;
  readonly mask: string;
  readonly moment: string;
  readonly mark: string;
}

/**
 * Time and mask share one number where they fit: numbers are gathered and sorted several times as fast as
 * tuples, and most funnels need nothing else of an event.
 */
function itemOf(
  { steps, exclusions }: FunnelSettings,
  { hasMoments, hasMarks }: { readonly hasMoments: boolean; readonly hasMarks: boolean },
): Item {
  const bits = steps + exclusions.length;
  const isPacked = bits <= MASK_BITS;
  const made = [
    ...(isPacked ? [`at * ${2 ** bits} + mask`] : ['at', 'mask']),
    ...(hasMoments ? ['moment'] : []),
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
    moment: listOf(hasMoments ? field('moment') : '0'),
    mark: listOf(hasMarks ? field('mark') : NO_VALUE),
  };
}
