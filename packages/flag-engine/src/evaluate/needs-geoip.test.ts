import { compileFlags } from '../compile/compile-flags';
import { ALL_FLAGS } from '../selection/selection';
import { aFlag, personFilter } from '../test-support/factories';
import { needsGeoip } from './needs-geoip';

const flagOn = (key: string) =>
  aFlag({ filters: { groups: [{ properties: [personFilter(key, 'is_set')] }] } });

function needs(key: string, personPropertyOverrides = {}, selection = ALL_FLAGS): boolean {
  return needsGeoip(compileFlags([flagOn(key)]), { personPropertyOverrides }, selection);
}

describe('needsGeoip', () => {
  it.each([
    '$geoip_city_name',
    '$geoip_country_name',
    '$geoip_country_code',
    '$geoip_continent_name',
    '$geoip_continent_code',
    '$geoip_postal_code',
    '$geoip_time_zone',
  ])('is true for a condition on %s', (key) => {
    expect(needs(key)).toBe(true);
  });

  it.each(['plan', '$geoip_latitude', '$initial_geoip_country_code'])(
    'is false for one on %s, which no look-up gives',
    (key) => {
      expect(needs(key)).toBe(false);
    },
  );

  it('is false when the request has the GeoIP property, and true for a null', () => {
    expect(needs('$geoip_country_code', { $geoip_country_code: 'NO' })).toBe(false);
    expect(needs('$geoip_country_code', { $geoip_country_code: null })).toBe(true);
  });

  it('considers only the requested flags', () => {
    expect(needs('$geoip_country_code', {}, { ...ALL_FLAGS, flagKeys: ['another'] })).toBe(false);
  });
});
