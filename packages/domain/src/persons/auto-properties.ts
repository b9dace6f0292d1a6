import type { Properties } from '../properties';
import { NO_AUTO_PROPERTIES, PERSON_PROPERTY_KEYS } from './property-lists';

export interface PersonPropertyChanges {
  readonly set: Properties;
  readonly setOnce: Properties;
}

/**
 * Adds what an event says about its visitor to `$set`, and to `$set_once` under `$initial_…`
 * (`wire/capture.md` §5.2). What the sender set explicitly wins.
 */
export function withAutoProperties(
  event: string,
  properties: Properties,
  explicit: PersonPropertyChanges,
): PersonPropertyChanges {
  if (NO_AUTO_PROPERTIES.has(event)) return explicit;
  const fromServer = properties['$is_server'] === true;
  // Copied first and filled up after: adding to a copy is far cheaper than spreading two objects.
  const set: Record<string, unknown> = { ...explicit.set };
  const setOnce: Record<string, unknown> = { ...explicit.setOnce };
  for (const key of PERSON_PROPERTY_KEYS) {
    if (!Object.hasOwn(properties, key)) continue;
    // `$os_name` is the older spelling of `$os`.
    const target = key === '$os_name' ? '$os' : key;
    if (fromServer && (target === '$os' || target === '$os_version')) continue;
    if (target !== key && Object.hasOwn(properties, target)) continue;
    const value = properties[key];
    if (!Object.hasOwn(explicit.set, target)) set[target] = value;
    const initial = `$initial_${target.replace('$', '')}`;
    if (value !== null && !Object.hasOwn(explicit.setOnce, initial)) setOnce[initial] = value;
  }
  return { set, setOnce };
}
