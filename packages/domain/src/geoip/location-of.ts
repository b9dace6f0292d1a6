import type { LoggedEventV1 } from '@tidemark/contracts';
import { eventAddress } from './event-address';
import type { GeoipLocation, LocateIp } from './location';

const LOOPBACK = '127.0.0.1';
/** The address that PostHog's default rule uses for loopback addresses; it is in Sweden. */
const LOOPBACK_STAND_IN = '89.160.20.129';

/**
 * The location of an event's `$ip`, or else of its sender's address; null if the sender set `$geoip_disable` or the
 * location is unknown (`docs/wire/capture-processing.md#geoip-skip`).
 */
export function locationOf(
  event: Pick<LoggedEventV1, 'ip' | 'properties'>,
  locate: LocateIp,
): GeoipLocation | null {
  const ip = eventAddress(event);
  if (Boolean(event.properties['$geoip_disable']) || typeof ip !== 'string') return null;
  return locate(ip === LOOPBACK ? LOOPBACK_STAND_IN : ip);
}
