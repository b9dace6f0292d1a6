import { copyWithout, putKey } from '../json/copy-object';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';
import { compareOrder } from './event-order';
import type { FirstTouch, TouchChange } from './first-touch';
import { NOISY_PERSON_KEYS, PERSON_EVENTS } from './property-lists';

export interface PropertyUpdate {
  readonly set: Properties;
  readonly setOnce: Properties;
  readonly unset: readonly string[];
}

/** The changes that an event makes to a person's properties. */
export interface PropertyChanges {
  readonly properties: Properties;
  readonly touch: TouchChange;
}

/**
 * The person's properties after an event; null if the person need not be stored
 * (`docs/wire/capture-processing.md#noisy-properties`): nothing changed, or only noisy keys changed by an ordinary
 * event.
 *
 * `$set` and `$unset` are applied in order of arrival. A value from `$set_once` is replaced by that of an earlier
 * event, by any `$set`, and by an `$unset` that is not earlier.
 */
export function updateProperties(
  event: string,
  stored: Properties,
  update: PropertyUpdate,
  firstTouch: FirstTouch,
  order: EventOrder,
): PropertyChanges | null {
  const changes = setOnceChanges(stored, update, firstTouch, order);
  const set: string[] = [];
  for (const key of Object.keys(update.set)) {
    const value = update.set[key];
    const fixes = firstTouch.timeOf(key) !== undefined;
    if (fixes || differs(ownValue(stored, key), value)) {
      changes.set(key, value);
      set.push(key);
    } else if (changes.size > 0) changes.delete(key);
  }
  const removed = removedKeys(stored, update.unset, firstTouch, order);
  for (const key of update.unset) changes.delete(key);
  const isWorth =
    removed.length > 0 ||
    firstTouch.isLaterRemoval(update.unset, order) ||
    isWorthWriting(event, stored, changes);
  if (!isWorth) return null;

  const properties = removed.length === 0 ? { ...stored } : copyWithout(stored, new Set(removed));
  for (const [key, value] of changes) putKey(properties, key, value);
  const bySet = new Set(set);
  const once = [...changes.keys()].filter((key) => !bySet.has(key));
  return { properties, touch: { once, set, unset: update.unset } };
}

/** The keys that `$unset` removes, except those with a later `$set_once`. */
function removedKeys(
  stored: Properties,
  unset: readonly string[],
  firstTouch: FirstTouch,
  order: EventOrder,
): readonly string[] {
  if (unset.length === 0) return unset;
  return unset.filter((key) => {
    if (!Object.hasOwn(stored, key)) return false;
    const time = firstTouch.timeOf(key);
    return time === undefined || compareOrder(time, order) <= 0;
  });
}

function setOnceChanges(
  stored: Properties,
  { setOnce }: PropertyUpdate,
  firstTouch: FirstTouch,
  order: EventOrder,
): Map<string, unknown> {
  const changes = new Map<string, unknown>();
  for (const key of Object.keys(setOnce)) {
    const before = ownValue(stored, key);
    const value = setOnce[key];
    const counts =
      before === undefined
        ? firstTouch.admits(key, order)
        : before === null
          ? value !== null && firstTouch.admits(key, order)
          : value !== null && firstTouch.isEarlier(order, key, value, before);
    if (counts) changes.set(key, value);
  }
  return changes;
}

function isWorthWriting(
  event: string,
  stored: Properties,
  changes: ReadonlyMap<string, unknown>,
): boolean {
  if (PERSON_EVENTS.has(event)) return changes.size > 0;
  for (const key of changes.keys()) {
    if (!NOISY_PERSON_KEYS.has(key) || !Object.hasOwn(stored, key)) return true;
  }
  return false;
}

/**
 * An own value of the properties. JSON contains neither undefined nor functions, so inherited members are recognised
 * without a second look-up.
 */
function ownValue(stored: Properties, key: string): unknown {
  const value = stored[key];
  const mayBeInherited = typeof value === 'function' || key === '__proto__';
  return mayBeInherited && !Object.hasOwn(stored, key) ? undefined : value;
}

/**
 * Whether a value changed. Objects and arrays always count as changed, as in PostHog, because comparing them costs
 * more.
 */
function differs(stored: unknown, value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || stored !== value;
}
