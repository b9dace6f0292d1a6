import type { Properties } from '../properties';
import { NO_AUTO_PROPERTIES, PERSON_PROPERTY_KEYS } from './property-lists';

export interface PersonPropertyChanges {
  readonly set: Record<string, unknown>;
  readonly setOnce: Record<string, unknown>;
}

/**
 * The sources of automatic properties, with their names built once because they are needed for every event.
 * `$os_name` is an older name of `$os`.
 */
const SOURCES = PERSON_PROPERTY_KEYS.map((key) => {
  const target = key === '$os_name' ? '$os' : key;
  return {
    key,
    target,
    initial: `$initial_${target.replace('$', '')}`,
    ofSystem: target === '$os' || target === '$os_version',
  };
});

/**
 * Adds properties of the event that describe the visitor to `$set`, and to `$set_once` as `$initial_…`
 * (`docs/wire/capture-processing.md#auto-properties`). Properties that the sender set are not replaced.
 */
export function addAutoProperties(
  event: string,
  properties: Properties,
  { set, setOnce }: PersonPropertyChanges,
): void {
  if (NO_AUTO_PROPERTIES.has(event)) return;
  const fromServer = properties['$is_server'] === true;
  for (const { key, target, initial, ofSystem } of SOURCES) {
    const value = properties[key];
    if (value === undefined || (fromServer && ofSystem)) continue;
    if (target !== key && properties[target] !== undefined) continue;
    if (!Object.hasOwn(set, target)) set[target] = value;
    if (value !== null && !Object.hasOwn(setOnce, initial)) setOnce[initial] = value;
  }
}
