import { completeLocation } from './complete-location';
import { readRecord } from './read-record';

const flat = {
  city: 'Mountain View',
  country_code: 'US',
  latitude: 37.422000885009766,
  longitude: -122.08499908447266,
  postcode: '',
  state1: 'California',
  state2: '',
  timezone: '',
};

const nested = {
  city: { names: { en: 'Linköping', de: 'Linköping (Stadt)' } },
  continent: { code: 'EU', names: { en: 'Europe' } },
  country: { iso_code: 'SE', names: { en: 'Sweden', de: 'Schweden' } },
  location: {
    accuracy_radius: 76,
    latitude: 58.4167,
    longitude: 15.6167,
    time_zone: 'Europe/Stockholm',
  },
  postal: { code: '581 83' },
  subdivisions: [
    { iso_code: 'E', names: { en: 'Östergötland County' } },
    { names: { en: 'Linköping Municipality' } },
  ],
};

const unknown = {
  cityName: null,
  countryCode: null,
  countryName: null,
  continentCode: null,
  continentName: null,
  postalCode: null,
  latitude: null,
  longitude: null,
  accuracyRadius: null,
  timeZone: null,
  subdivisions: [],
};

describe('readRecord', () => {
  it('reads flat records; empty texts are absent, floats are rounded', () => {
    expect(readRecord(flat)).toEqual({
      ...unknown,
      cityName: 'Mountain View',
      countryCode: 'US',
      latitude: 37.422,
      longitude: -122.085,
      subdivisions: [{ code: null, name: 'California' }],
    });
    expect(
      readRecord({ ...flat, state2: 'Santa Clara', postcode: '94043', timezone: 'X/Y' }),
    ).toMatchObject({
      postalCode: '94043',
      timeZone: 'X/Y',
      subdivisions: [{ name: 'California' }, { name: 'Santa Clara' }],
    });
  });

  it('reads nested records in English', () => {
    expect(readRecord(nested)).toEqual({
      cityName: 'Linköping',
      countryCode: 'SE',
      countryName: 'Sweden',
      continentCode: 'EU',
      continentName: 'Europe',
      postalCode: '581 83',
      latitude: 58.4167,
      longitude: 15.6167,
      accuracyRadius: 76,
      timeZone: 'Europe/Stockholm',
      subdivisions: [
        { code: 'E', name: 'Östergötland County' },
        { code: null, name: 'Linköping Municipality' },
      ],
    });
  });

  it.each([
    [{}],
    [null],
    ['text'],
    [{ country: 'SE', location: null, subdivisions: {}, city: { names: { en: 5 } } }],
    [{ country_code: 7, latitude: 91, longitude: Number.NaN, city: [] }],
  ])('finds nothing in %j', (record) => {
    expect(readRecord(record)).toEqual(unknown);
  });
});

describe('completeLocation', () => {
  it('adds names from codes and the time zone from the coordinates', () => {
    expect(completeLocation(readRecord(flat))).toMatchObject({
      countryName: 'United States',
      continentCode: 'NA',
      continentName: 'North America',
      timeZone: 'America/Los_Angeles',
    });
  });

  it('does not change fields of the record', () => {
    const said = readRecord({ ...nested, country: { iso_code: 'SE', names: { en: 'Svea' } } });
    expect(completeLocation(said)).toEqual(said);
  });

  it('adds nothing for unknown countries and places', () => {
    const nowhere = { ...unknown, countryCode: 'QQ' };
    expect(completeLocation(nowhere)).toEqual(nowhere);
    expect(completeLocation({ ...unknown, countryCode: 'toString' }).countryName).toBeNull();
  });
});
