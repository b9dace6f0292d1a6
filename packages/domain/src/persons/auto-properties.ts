import type { Properties } from '../properties';
import { NO_AUTO_PROPERTIES, PERSON_PROPERTY_KEYS } from './property-lists';

export interface PersonPropertyChanges {
  readonly set: Record<string, unknown>;
  readonly setOnce: Record<string, unknown>;
}

/** Names are put together once: this runs for every event. `$os_name` is the older spelling of `$os`. */
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
 * Adds what an event says about its visitor to `$set`, and to `$set_once` under `$initial_…`
 * (`docs/wire/capture-processing.md#auto-properties`). What is there already, set explicitly by the sender, wins.
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
