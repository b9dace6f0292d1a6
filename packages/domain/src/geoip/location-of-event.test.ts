import type { GeoipLocation } from './location';
import { normalizeEvent } from '../events/normalize-event';
import { locationOf } from './location-of';

const linkoping: GeoipLocation = {
  cityName: 'Linköping',
  countryCode: 'SE',
  countryName: 'Sweden',
  continentCode: 'EU',
  continentName: 'Europe',
  postalCode: null,
  latitude: 58.4167,
  longitude: 15.6167,
  accuracyRadius: null,
  timeZone: 'Europe/Stockholm',
  subdivisions: [{ code: 'E', name: 'Östergötland County' }],
};

const known = {
  $geoip_city_name: 'Linköping',
  $geoip_country_code: 'SE',
  $geoip_country_name: 'Sweden',
  $geoip_continent_code: 'EU',
  $geoip_continent_name: 'Europe',
  $geoip_latitude: 58.4167,
  $geoip_longitude: 15.6167,
  $geoip_time_zone: 'Europe/Stockholm',
  $geoip_subdivision_1_code: 'E',
  $geoip_subdivision_1_name: 'Östergötland County',
};
const absent = {
  $geoip_postal_code: null,
  $geoip_accuracy_radius: null,
  $geoip_city_confidence: null,
  $geoip_subdivision_2_code: null,
  $geoip_subdivision_2_name: null,
};
const initial = Object.fromEntries(
  Object.entries({ ...known, ...absent }).map(([key, value]) => [
    key.replace('$', '$initial_'),
    value,
  ]),
);

const entry = (properties: Record<string, unknown>) => ({
  v: 1 as const,
  team_id: 1,
  uuid: '01900000-0000-7000-8000-000000000000',
  event: 'e',
  distinct_id: 'd',
  timestamp: '2026-01-02T03:04:05.678Z',
  captured_at: '2026-01-02T03:04:06.000Z',
  ip: null,
  properties,
  historical_migration: false,
});

/** The properties of the event, and its changes of the person. */
function located(properties: Record<string, unknown>, place: GeoipLocation | null = linkoping) {
  const read = normalizeEvent(entry(properties), { anonymizeIps: false }, () => place);
  if (read.kind !== 'event') throw new Error('dropped');
  return { ...read.event.properties, ...read.event.personChanges };
}

describe('the location of an event', () => {
  it('writes known values to the event, and null for the others to the person', () => {
    expect(located({ $ip: '89.160.20.129' })).toEqual({
      $ip: '89.160.20.129',
      ...known,
      $set: { ...known, ...absent },
      $set_once: initial,
    });
  });

  it('replaces a location that was sent and keeps all other properties', () => {
    const properties = located({
      $ip: '1.1.1.1',
      $geoip_city_name: 'Oslo',
      $geoip_postal_code: '0150',
      $set: { $geoip_city_name: 'Oslo', plan: 'pro' },
      $set_once: { first: 1 },
    });
    expect(properties).toMatchObject({
      $geoip_city_name: 'Linköping',
      $geoip_postal_code: '0150',
      $set: { $geoip_city_name: 'Linköping', plan: 'pro' },
      $set_once: { first: 1, $initial_geoip_city_name: 'Linköping' },
    });
  });

  it('accepts $set and $set_once that are not objects', () => {
    expect(located({ $ip: '1.1.1.1', $set: 'x', $set_once: [1] })).toMatchObject({
      $set: { ...known, ...absent },
      $set_once: initial,
    });
  });

  it.each([
    [{ $ip: '1.1.1.1', $geoip_disable: true }],
    [{ $ip: '1.1.1.1', $geoip_disable: 'yes' }],
    [{ $ip: '1.1.1.1', $geoip_disable: 1 }],
    [{ $ip: null }],
    [{ $ip: 16843009 }],
    [{}],
  ])('adds nothing to %j', (properties) => {
    expect(located(properties)).toEqual(properties);
  });

  it('ignores a falsy $geoip_disable', () => {
    expect(located({ $ip: '1.1.1.1', $geoip_disable: false })).toMatchObject(known);
  });

  it('adds nothing for an unknown location', () => {
    expect(located({ $ip: '10.0.0.1' }, null)).toEqual({ $ip: '10.0.0.1' });
  });

  it('gives the loopback address the same location as PostHog', () => {
    const asked: string[] = [];
    const ask = (ip: string): null => {
      asked.push(ip);
      return null;
    };
    locationOf({ ip: null, properties: { $ip: '127.0.0.1' } }, ask);
    locationOf({ ip: '127.0.0.1', properties: {} }, ask);
    expect(asked).toEqual(['89.160.20.129', '89.160.20.129']);
  });

  it.each([null, '', 0])('is that of the sender if $ip is %j', ($ip) => {
    expect(locationOf({ ip: '1.1.1.1', properties: { $ip } }, () => linkoping)).toBe(linkoping);
  });
});
