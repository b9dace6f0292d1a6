import type { Statement } from '@tidemark/hogql';
import { statement } from '../../../hogql-builders/template';
import type { FunnelSettings } from '../../plan/settings';
import type { ActorEvents } from './actor-events';

/**
 * Rows of actors, one for each breakdown value of an event, in a funnel whose steps may occur in any order: the event
 * that begins a run must have the value, whichever step it matches; later events within its window need not. An
 * exclusion ends the run.
 *
 * @param lists a SELECT of `actor`, `ts`, `masks`, `buckets`, `marks`
 */
export function begunByValue(lists: Statement, { steps, window }: FunnelSettings): ActorEvents {
  const before = (list: string): string => `arrayPushFront(arrayPopBack(${list}), 0)`;
  // 1 when an event counts, 0 when it does not, 2 when it counts if the event before it did.
  const state = `multiIf(mask >= ${2 ** steps}, 0, mark = shown, 1, mask = 0 OR last = 0 OR at - last > ${window}, 0, 2)`;
  const states = `arrayMap((at, last, mask, mark) -> ${state}, ts, ${before('ts')}, given, marks)`;
  return {
    rows: statement(
      `SELECT actor, ts, masks AS given, buckets, marks, arrayJoin(arrayDistinct(marks)) AS shown
       FROM ({lists})`,
      { lists },
    ),
    given: ['actor', 'shown', 'ts', 'given', 'buckets', 'marks'],
    columns: [
      ['begun', `arrayFill(state -> state != 2, ${states})`],
      [
        'masks',
        `arrayMap((mask, counts) -> if(counts = 1 OR mask >= ${2 ** steps}, mask, 0), given, begun)`,
      ],
    ],
  };
}
