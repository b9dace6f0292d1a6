import tzLookup from '@photostructure/tz-lookup';
import type { GeoipLocation } from '@tidemark/domain';
import { continents, countries } from 'countries-list';

const COUNTRIES: ReadonlyMap<string, { readonly name: string; readonly continent: string }> =
  new Map(Object.entries(countries));
const CONTINENTS: ReadonlyMap<string, string> = new Map(Object.entries(continents));

/**
 * Adds missing fields that follow from others: the country's English name and continent from its code, the
 * continent's name from its code, the time zone from the coordinates. Fields of the record are not changed.
 */
export function completeLocation(location: GeoipLocation): GeoipLocation {
  const country = COUNTRIES.get(location.countryCode ?? '');
  const continentCode = location.continentCode ?? country?.continent ?? null;
  return {
    ...location,
    countryName: location.countryName ?? country?.name ?? null,
    continentCode,
    continentName: location.continentName ?? CONTINENTS.get(continentCode ?? '') ?? null,
    timeZone: location.timeZone ?? timeZoneAt(location.latitude, location.longitude),
  };
}

function timeZoneAt(latitude: number | null, longitude: number | null): string | null {
  return latitude === null || longitude === null ? null : tzLookup(latitude, longitude);
}
