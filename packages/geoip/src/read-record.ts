import type { GeoipLocation } from '@tidemark/domain';
import { degreesOf, fieldsOf, numberOf, textOf } from './record-reader';

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

/** Reads a database record in either of two formats; missing fields are null. */
export function readRecord(record: unknown): GeoipLocation {
  const fields = fieldsOf(record);
  return Object.hasOwn(fields, 'country_code') ? readFlat(fields) : readNested(fields);
}

/** The format of the ip-location-db packages: flat, with codes and English names only. */
function readFlat(record: Readonly<Record<string, unknown>>): GeoipLocation {
  return {
    cityName: textOf(record['city']),
    countryCode: textOf(record['country_code']),
    countryName: null,
    continentCode: null,
    continentName: null,
    postalCode: textOf(record['postcode']),
    latitude: degreesOf(record['latitude'], MAX_LATITUDE),
    longitude: degreesOf(record['longitude'], MAX_LONGITUDE),
    accuracyRadius: null,
    timeZone: textOf(record['timezone']),
    subdivisions: [record['state1'], record['state2']].flatMap((state) => {
      const name = textOf(state);
      return name === null ? [] : [{ code: null, name }];
    }),
  };
}

/** MaxMind's format (GeoIP2 and GeoLite2 City), which DB-IP's own downloads also use. */
function readNested(record: Readonly<Record<string, unknown>>): GeoipLocation {
  const { country, continent, subdivisions } = record;
  const location = fieldsOf(record['location']);
  return {
    cityName: englishName(record['city']),
    countryCode: textOf(fieldsOf(country)['iso_code']),
    countryName: englishName(country),
    continentCode: textOf(fieldsOf(continent)['code']),
    continentName: englishName(continent),
    postalCode: textOf(fieldsOf(record['postal'])['code']),
    latitude: degreesOf(location['latitude'], MAX_LATITUDE),
    longitude: degreesOf(location['longitude'], MAX_LONGITUDE),
    accuracyRadius: numberOf(location['accuracy_radius']),
    timeZone: textOf(location['time_zone']),
    subdivisions: (Array.isArray(subdivisions) ? subdivisions : []).map((subdivision) => ({
      code: textOf(fieldsOf(subdivision)['iso_code']),
      name: englishName(subdivision),
    })),
  };
}

function englishName(place: unknown): string | null {
  return textOf(fieldsOf(fieldsOf(place)['names'])['en']);
}
