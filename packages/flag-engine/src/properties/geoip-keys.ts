/** The person properties that the address of a request can tell (`wire/flags.md` §7). */
export const GEOIP_KEYS: readonly string[] = [
  '$geoip_city_name',
  '$geoip_country_name',
  '$geoip_country_code',
  '$geoip_continent_name',
  '$geoip_continent_code',
  '$geoip_postal_code',
  '$geoip_time_zone',
];
