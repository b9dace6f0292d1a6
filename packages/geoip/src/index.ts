export { openGeoip } from './open-geoip';
export type { GeoipLookup } from './open-geoip';
