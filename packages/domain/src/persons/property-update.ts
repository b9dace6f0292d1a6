import { copyWithout, putKey } from '../json/copy-object';
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
  for (const key of Object.keys(update.setOnce)) {
    const before = ownValue(stored, key);
    if (before !== undefined && before !== null) continue;
    const value = update.setOnce[key];
    if (before === undefined || value !== null) changes.set(key, value);
  }
  for (const key of Object.keys(update.set)) {
    const value = update.set[key];
    if (differs(ownValue(stored, key), value)) changes.set(key, value);
    else if (changes.size > 0) changes.delete(key);
  }
  const removed = update.unset.filter((key) => Object.hasOwn(stored, key));
  for (const key of update.unset) changes.delete(key);

  if (removed.length === 0 && !isWorthWriting(event, stored, changes)) return null;

  const next = removed.length === 0 ? { ...stored } : copyWithout(stored, new Set(removed));
  for (const [key, value] of changes) putKey(next, key, value);
  return next;
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

/** JSON holds neither undefined nor functions: what is inherited is told apart without a second look-up. */
function ownValue(stored: Properties, key: string): unknown {
  const value = stored[key];
  const mayBeInherited = typeof value === 'function' || key === '__proto__';
  return mayBeInherited && !Object.hasOwn(stored, key) ? undefined : value;
}

/** Objects and arrays always count as different, as in the original: comparing them costs more. */
function differs(stored: unknown, value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || stored !== value;
}
