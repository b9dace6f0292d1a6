import { putKey } from '../json/copy-object';
import { serializeJson } from '../json/serialize-json';
import type { EventOrder } from './event-order';
import { compareOrder } from './event-order';
import { FirstTouch } from './first-touch';
import type { FirstTouchTimes, OrderByKey } from './stored-first-touch';
import type { WorkingPerson } from './working-set';

type Touched = Pick<WorkingPerson, 'properties' | 'firstTouch'>;

interface Value {
  readonly value: unknown;
  /** The order of the event whose `$set_once` gave the value; undefined if `$set` gave it. */
  readonly time: EventOrder | undefined;
}

/**
 * The properties of a merged person: those of the target have precedence
 * (`docs/wire/capture-processing.md#merge-properties`). Of several values from `$set_once` the earliest is kept,
 * whichever person has it, and a value from `$set` replaces it: as if all events had belonged to one person from the
 * beginning.
 */
export function mergeProperties(source: Touched, target: Touched): Touched {
  const [ofSource, ofTarget] = [source.firstTouch.read(), target.firstTouch.read()];
  const unset = laterOf(ofSource.unset, ofTarget.unset);
  const once: OrderByKey = new Map();
  const properties: Record<string, unknown> = { ...source.properties, ...target.properties };
  for (const key of Object.keys(properties)) {
    const value = winner(
      valueOf(source, ofSource, key),
      valueOf(target, ofTarget, key),
      unset.get(key),
    );
    if (value === null) Reflect.deleteProperty(properties, key);
    else {
      putKey(properties, key, value.value);
      if (value.time !== undefined) once.set(key, value.time);
    }
  }
  return { properties, firstTouch: FirstTouch.ofTimes({ once, unset }) };
}

function valueOf({ properties }: Touched, times: FirstTouchTimes, key: string): Value | null {
  if (!Object.hasOwn(properties, key)) return null;
  return { value: properties[key], time: times.once.get(key) };
}

/** The value to keep; null if both were removed or are missing. */
function winner(
  source: Value | null,
  target: Value | null,
  removed: EventOrder | undefined,
): Value | null {
  const [ofSource, ofTarget] = [standing(source, removed), standing(target, removed)];
  if (ofSource === null || ofTarget === null) return ofTarget ?? ofSource;
  if (ofSource.time === undefined && ofTarget.time === undefined) return ofTarget;
  const difference = rankOf(ofTarget) - rankOf(ofSource);
  if (difference !== 0) return difference > 0 ? ofTarget : ofSource;
  if (ofSource.time === undefined || ofTarget.time === undefined) return ofTarget;
  const order = compareOrder(ofSource.time, ofTarget.time);
  if (order !== 0) return order < 0 ? ofSource : ofTarget;
  return serializeJson(ofSource.value) < serializeJson(ofTarget.value) ? ofSource : ofTarget;
}

/** The value, unless it comes from `$set_once` and an `$unset` of the other person is later. */
function standing(value: Value | null, removed: EventOrder | undefined): Value | null {
  if (value?.time === undefined || removed === undefined) return value;
  return compareOrder(value.time, removed) < 0 ? null : value;
}

/**
 * The precedence of a value. A null is replaced by `$set_once`, even if `$set` gave the null
 * (`docs/wire/capture-processing.md#set-rules`).
 */
function rankOf({ value, time }: Value): number {
  if (time === undefined) return value === null ? 1 : 3;
  return value === null ? 0 : 2;
}

function laterOf(source: OrderByKey, target: OrderByKey): OrderByKey {
  const later: OrderByKey = new Map(target);
  for (const [key, order] of source) {
    const other = later.get(key);
    if (other === undefined || compareOrder(order, other) > 0) later.set(key, order);
  }
  return later;
}
