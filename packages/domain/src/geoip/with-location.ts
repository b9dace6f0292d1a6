import { isObject } from '../capture/json-object';
import type { Properties } from '../properties';
import { geoipPersonChanges, geoipProperties } from './geoip-properties';
import type { GeoipLocation, LocateIp } from './location';

const LOOPBACK = '127.0.0.1';
/** Where the original's stock rule places events of the machine itself: an address in Sweden. */
const LOOPBACK_STAND_IN = '89.160.20.129';

/**
 * The properties with the location of their `$ip`, on the event and as changes to its person; as they
 * are when the sender declined it (`$geoip_disable`) or the place is unknown. The location wins over
 * `$geoip_*` that were sent.
 */
export function withLocation(
  properties: Record<string, unknown>,
  locate: LocateIp,
): Record<string, unknown> {
  const location = locationOf(properties, locate);
  if (location === null) return properties;
  const { set, setOnce } = geoipPersonChanges(location);
  const located = withKeysOf(properties, geoipProperties(location));
  located['$set'] = withKeysOf(objectOrEmpty(properties['$set']), set);
  located['$set_once'] = withKeysOf(objectOrEmpty(properties['$set_once']), setOnce);
  return located;
}

/** Both objects in one. Assigning our own few keys to a copy is far cheaper than spreading two objects. */
function withKeysOf(given: Properties, ours: Properties): Record<string, unknown> {
  const both = { ...given };
  for (const key of Object.keys(ours)) both[key] = ours[key];
  return both;
}

function locationOf(properties: Properties, locate: LocateIp): GeoipLocation | null {
  const { $ip: ip, $geoip_disable: disabled } = properties;
  if (Boolean(disabled) || typeof ip !== 'string') return null;
  return locate(ip === LOOPBACK ? LOOPBACK_STAND_IN : ip);
}

function objectOrEmpty(value: unknown): Properties {
  return isObject(value) ? value : {};
}
