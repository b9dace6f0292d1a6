import type { Properties } from '../properties';
import type { GeoipLocation } from './location';

type Value = string | number | null;

interface GeoipPersonChanges {
  readonly set: Properties;
  readonly setOnce: Properties;
}

/**
 * The properties of a location, with their names without the prefix `$geoip_`
 * (`docs/wire/capture-processing.md#geoip-event-properties`).
 */
const VALUES: readonly (readonly [name: string, value: (location: GeoipLocation) => Value])[] = [
  ['city_name', ({ cityName }) => cityName],
  // No supported database has this value; it is null on persons, as in PostHog.
  ['city_confidence', () => null],
  ['country_name', ({ countryName }) => countryName],
  ['country_code', ({ countryCode }) => countryCode],
  ['continent_name', ({ continentName }) => continentName],
  ['continent_code', ({ continentCode }) => continentCode],
  ['postal_code', ({ postalCode }) => postalCode],
  ['latitude', ({ latitude }) => latitude],
  ['longitude', ({ longitude }) => longitude],
  ['accuracy_radius', ({ accuracyRadius }) => accuracyRadius],
  ['time_zone', ({ timeZone }) => timeZone],
  ['subdivision_1_code', ({ subdivisions: [first] }) => first?.code ?? null],
  ['subdivision_1_name', ({ subdivisions: [first] }) => first?.name ?? null],
  ['subdivision_2_code', ({ subdivisions: [, second] }) => second?.code ?? null],
  ['subdivision_2_name', ({ subdivisions: [, second] }) => second?.name ?? null],
];

/** The full names, built once because they are needed for every event. */
const FIELDS = VALUES.map(([name, valueOf]) => ({
  key: `$geoip_${name}`,
  initialKey: `$initial_geoip_${name}`,
  valueOf,
}));

/** The `$geoip_*` properties of an event: only those that are known. */
export const geoipProperties = oncePerLocation((location): Properties => {
  const properties: Record<string, Value> = {};
  for (const { key, valueOf } of FIELDS) {
    const value = valueOf(location);
    if (value !== null) properties[key] = value;
  }
  return properties;
});

/**
 * The changes of a person by a location: all names each time, null for unknown values, so that no value of an earlier
 * location remains.
 */
export const geoipPersonChanges = oncePerLocation((location): GeoipPersonChanges => {
  const set: Record<string, Value> = {};
  const setOnce: Record<string, Value> = {};
  for (const { key, initialKey, valueOf } of FIELDS) {
    const value = valueOf(location);
    set[key] = value;
    setOnce[initialKey] = value;
  }
  return { set, setOnce };
});

/** Caches the result per location object, because many events have the same location. */
function oncePerLocation<T>(spell: (location: GeoipLocation) => T) {
  const known = new WeakMap<GeoipLocation, T>();
  return (location: GeoipLocation): T => {
    const before = known.get(location);
    if (before !== undefined) return before;
    const spelt = spell(location);
    known.set(location, spelt);
    return spelt;
  };
}
