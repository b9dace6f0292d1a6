import type { LoggedEventV1 } from '@tidemark/contracts';
import type { GeoipLocation, LocateIp } from './location';

const LOOPBACK = '127.0.0.1';
/** Where PostHog's stock rule places events of the machine itself: an address in Sweden. */
const LOOPBACK_STAND_IN = '89.160.20.129';

/**
 * Where an event's `$ip`, or else its sender's address is; null when the sender declined it
 * (`$geoip_disable`) or the place is unknown (`docs/wire/capture-processing.md#geoip-skip`).
 */
export function locationOf(
  { ip: sender, properties }: Pick<LoggedEventV1, 'ip' | 'properties'>,
  locate: LocateIp,
): GeoipLocation | null {
  const { $ip: given, $geoip_disable: disabled } = properties;
  const ip = given === undefined ? sender : given;
  if (Boolean(disabled) || typeof ip !== 'string') return null;
  return locate(ip === LOOPBACK ? LOOPBACK_STAND_IN : ip);
}
