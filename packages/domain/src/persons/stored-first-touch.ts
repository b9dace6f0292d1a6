import type { FirstTouchKeys, FirstTouchOrder, StoredFirstTouch } from '@tidemark/contracts';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';

/** The event that created the person; stored like a value of `$set_once`. */
export const CREATOR_KEY = '$creator_event_uuid';

type OrderTuple = FirstTouchOrder;
type KeysAt = FirstTouchKeys;

export type OrderByKey = Map<string, EventOrder>;

export interface FirstTouchTimes {
  readonly once: OrderByKey;
  readonly unset: OrderByKey;
}

/**
 * Senders choose the names, so the number of removed properties that are stored is limited; the oldest are forgotten.
 */
const MAX_UNSET_KEYS = 100;
const MAX_UNSET_KEY_LENGTH = 200;

export function isFirstTouchKey(key: string): boolean {
  return key.startsWith('$initial_') || key === CREATOR_KEY;
}

/** @param properties the properties that were stored together with `stored` */
export function readFirstTouch(
  stored: StoredFirstTouch | null,
  properties: Properties,
): FirstTouchTimes {
  const once: OrderByKey = new Map();
  const unset: OrderByKey = new Map();
  if (stored === null) return { once, unset };
  if (stored.base !== undefined) {
    const base = orderOf(stored.base);
    const bySet = new Set(stored.set);
    for (const key of Object.keys(properties)) {
      if (isFirstTouchKey(key) && !bySet.has(key)) once.set(key, base);
    }
  }
  readInto(once, stored.named);
  readInto(unset, stored.unset);
  return { once, unset };
}

/** The stored form; null if there is nothing to store. Times of properties that no longer exist are dropped. */
export function writeFirstTouch(
  { once, unset }: FirstTouchTimes,
  properties: Properties,
): StoredFirstTouch | null {
  const groups = grouped([...once].filter(([key]) => Object.hasOwn(properties, key)));
  const base = mostFirstTouchKeys(groups);
  const named = groups.flatMap((group): KeysAt[] => {
    const keys = group === base ? group.keys.filter((key) => !isFirstTouchKey(key)) : group.keys;
    return keys.length === 0 ? [] : [[...group.order, keys]];
  });
  const bySet = Object.keys(properties).filter((key) => isFirstTouchKey(key) && !once.has(key));
  const removed = grouped(bounded(unset)).map(({ order, keys }): KeysAt => [...order, keys]);
  const stored: StoredFirstTouch = {
    ...(base !== undefined && { base: base.order }),
    ...(named.length > 0 && { named }),
    ...(base !== undefined && bySet.length > 0 && { set: bySet }),
    ...(removed.length > 0 && { unset: removed }),
  };
  return Object.keys(stored).length === 0 ? null : stored;
}

/** The latest time it contains; -Infinity if there is none. */
export function latestTime(stored: StoredFirstTouch | null): number {
  let latest = stored?.base?.[0] ?? -Infinity;
  for (const [at] of stored?.named ?? []) latest = Math.max(latest, at);
  return latest;
}

interface Group {
  readonly order: OrderTuple;
  readonly keys: string[];
}

function grouped(times: readonly (readonly [string, EventOrder])[]): readonly Group[] {
  // Nearly all keys have the same order object, that of the event that set their values.
  const byObject = new Map<EventOrder, Group>();
  const groups = new Map<string, Group>();
  for (const [key, time] of times) {
    const known = byObject.get(time) ?? groupOf(groups, time);
    byObject.set(time, known);
    known.keys.push(key);
  }
  return [...groups.values()];
}

function groupOf(groups: Map<string, Group>, { at, captured, place }: EventOrder): Group {
  const name = `${at}/${captured}/${place}`;
  const group = groups.get(name) ?? { order: [at, captured, place], keys: [] };
  groups.set(name, group);
  return group;
}

function mostFirstTouchKeys(groups: readonly Group[]): Group | undefined {
  let best: Group | undefined;
  let most = 0;
  for (const group of groups) {
    const count = group.keys.filter(isFirstTouchKey).length;
    if (count > most) [best, most] = [group, count];
  }
  return best;
}

function bounded(unset: OrderByKey): readonly (readonly [string, EventOrder])[] {
  const kept = [...unset].filter(([key]) => key.length <= MAX_UNSET_KEY_LENGTH);
  if (kept.length <= MAX_UNSET_KEYS) return kept;
  return kept.sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_UNSET_KEYS);
}

function readInto(times: OrderByKey, groups: readonly KeysAt[] = []): void {
  for (const [at, captured, place, keys] of groups) {
    const order = { at, captured, place };
    for (const key of keys) times.set(key, order);
  }
}

function orderOf([at, captured, place]: OrderTuple): EventOrder {
  return { at, captured, place };
}
