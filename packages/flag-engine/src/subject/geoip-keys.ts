/**
 * The person properties that a GeoIP lookup of the request's address returns
 * (`docs/wire/flags-evaluation.md#geoip-properties`).
 */
export const GEOIP_KEYS: readonly string[] = [
  '$geoip_city_name',
  '$geoip_country_name',
  '$geoip_country_code',
  '$geoip_continent_name',
  '$geoip_continent_code',
  '$geoip_postal_code',
  '$geoip_time_zone',
];
