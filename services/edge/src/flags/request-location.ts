import type { IncomingMessage } from 'node:http';
import { geoipProperties } from '@tidemark/domain';
import type { JsonObject } from '@tidemark/flag-engine';
import { GEOIP_KEYS } from '@tidemark/flag-engine';
import type { GeoipLookup } from '@tidemark/geoip';
import { clientIp, namedAddress } from '../http/client-ip';

/** Returns the `$geoip_*` properties of the address in the request, else of the client's address; empty if unknown. */
export type RequestLocation = (request: IncomingMessage) => JsonObject;

const NOWHERE: JsonObject = {};

export function createRequestLocation(deps: {
  /** Null without a database. */
  readonly geoip: GeoipLookup | null;
  readonly trustedProxyHops: number | undefined;
}): RequestLocation {
  return (request) => {
    if (deps.geoip === null) return NOWHERE;
    const ip = namedAddress(request) ?? clientIp(request, deps.trustedProxyHops);
    const location = ip === null ? null : deps.geoip.lookup(ip);
    if (location === null) return NOWHERE;
    const known = geoipProperties(location);
    return Object.fromEntries(
      GEOIP_KEYS.flatMap((key) => (known[key] === undefined ? [] : [[key, known[key]]])),
    );
  };
}
