import { putKey } from '../json/copy-object';
import { serializeJson } from '../json/serialize-json';
import type { Properties } from '../properties';
import type { EventOrder } from './event-order';
import type { PersonRow } from './identity-types';
import type { OrderByKey } from './stored-first-touch';
import { CREATOR_KEY, readFirstTouch, writeFirstTouch } from './stored-first-touch';

/**
 * What the stored events of a person show about its first values. The place of an event in its request is not stored.
 */
export interface PersonEvidence {
  /** Its earliest event; null if it has no events. */
  readonly first: { readonly order: EventOrder; readonly uuid: string } | null;
  /** The value that the earliest `$set_once` gave to each property, as JSON text. */
  readonly values: ReadonlyMap<string, { readonly order: EventOrder; readonly text: string }>;
  /** Properties that an event has set with `$set` or removed with `$unset`. */
  readonly otherwise: ReadonlySet<string>;
}

/** The corrected person. */
export interface PersonRepair {
  readonly person: PersonRow;
  /** The names of properties whose value changes. */
  readonly properties: readonly string[];
  /** Whether the repair changes more than the stored times. */
  readonly isVisible: boolean;
}

/**
 * Whether an event has sent this value of a property. Otherwise it was set by a user or its event was deleted, and it
 * is kept.
 */
export type IsSentValue = (key: string, text: string) => boolean;

/**
 * Corrects the creation time and the first values of a person by its stored events; null if nothing is wrong. The
 * creation time only becomes earlier, and values are only replaced: removed properties are not added again. A second
 * repair changes nothing.
 */
export function repairPerson(
  person: PersonRow,
  evidence: PersonEvidence,
  isSent: IsSentValue,
): PersonRepair | null {
  const times = readFirstTouch(person.firstTouch ?? null, person.properties);
  const before = serializeJson(writeFirstTouch(times, person.properties));
  const properties: Record<string, unknown> = { ...person.properties };
  const { first } = evidence;
  const values = new Map(evidence.values);
  if (first !== null) {
    values.set(CREATOR_KEY, { order: first.order, text: JSON.stringify(first.uuid) });
  }
  for (const [key, { order, text }] of values) {
    if (evidence.otherwise.has(key) || !Object.hasOwn(properties, key)) continue;
    const stored = serializeJson(properties[key]);
    if (!isToBeTaken(times.once, key, order, stored === text || isSent(key, stored))) continue;
    times.once.set(key, order);
    if (stored !== text) putKey(properties, key, JSON.parse(text));
  }
  const firstTouch = writeFirstTouch(times, properties);
  const createdAt =
    first !== null && first.order.at < person.createdAt.getTime()
      ? new Date(first.order.at)
      : person.createdAt;
  const changed = changedKeys(person.properties, properties);
  const isVisible = changed.length > 0 || createdAt !== person.createdAt;
  if (!isVisible && serializeJson(firstTouch) === before) return null;
  return {
    person: { ...person, properties, createdAt, firstTouch },
    properties: changed,
    isVisible,
  };
}

/** The properties whose stored value is not the earliest one sent; `isSent` must be known for these. */
export function doubtfulValues(
  { properties, firstTouch }: Pick<PersonRow, 'properties' | 'firstTouch'>,
  evidence: PersonEvidence,
): readonly (readonly [key: string, text: string])[] {
  const { once } = readFirstTouch(firstTouch ?? null, properties);
  return [...evidence.values].flatMap(([key, { text }]) => {
    if (once.has(key) || evidence.otherwise.has(key) || !Object.hasOwn(properties, key)) return [];
    const stored = serializeJson(properties[key]);
    return stored === text || stored === 'null' ? [] : [[key, stored] as const];
  });
}

/**
 * Whether the value from an event replaces a stored one. Events can show that a stored value is too late, but not
 * which of two events with the same time it came from.
 */
function isToBeTaken(once: OrderByKey, key: string, order: EventOrder, isKnown: boolean): boolean {
  const time = once.get(key);
  if (time === undefined) return isKnown;
  return order.at < time.at || (order.at === time.at && order.captured < time.captured);
}

function changedKeys(before: Properties, after: Properties): readonly string[] {
  return Object.keys(after).filter((key) => before[key] !== after[key]);
}
