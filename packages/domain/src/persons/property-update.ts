import type { Properties } from '../properties';
import { NOISY_PERSON_KEYS, PERSON_EVENTS } from './property-lists';

export interface PropertyUpdate {
  readonly set: Properties;
  readonly setOnce: Properties;
  readonly unset: readonly string[];
}

/**
 * The person's properties after an event, or null when the event gives no reason to write
 * (`wire/capture.md` §5.5): nothing changed, or only noisy keys changed on an ordinary event.
 */
export function updateProperties(
  event: string,
  stored: Properties,
  update: PropertyUpdate,
): Properties | null {
  const changes = new Map<string, unknown>();
  for (const [key, value] of Object.entries(update.setOnce)) {
    if (!Object.hasOwn(stored, key) || (stored[key] === null && value !== null)) {
      changes.set(key, value);
    }
  }
  for (const [key, value] of Object.entries(update.set)) {
    if (!Object.hasOwn(stored, key) || differs(stored[key], value)) changes.set(key, value);
    else changes.delete(key);
  }
  const removed = update.unset.filter((key) => Object.hasOwn(stored, key));
  for (const key of update.unset) changes.delete(key);

  const everyChangeCounts = PERSON_EVENTS.has(event);
  const counts = (key: string): boolean =>
    everyChangeCounts || !Object.hasOwn(stored, key) || !NOISY_PERSON_KEYS.has(key);
  if (removed.length === 0 && ![...changes.keys()].some(counts)) return null;

  const next = { ...stored, ...Object.fromEntries(changes) };
  for (const key of removed) Reflect.deleteProperty(next, key);
  return next;
}

/** Objects and arrays always count as different, as in the original: comparing them costs more. */
function differs(stored: unknown, value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || stored !== value;
}
