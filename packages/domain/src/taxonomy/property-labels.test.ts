import { eventsCalled, propertiesCalled } from './property-labels';

it('finds names by their everyday words', () => {
  expect(propertiesCalled(['Library', 'version'])).toEqual(['$lib_version']);
  expect(propertiesCalled(['city', 'initial'])).toEqual(['$initial_geoip_city_name']);
  expect(eventsCalled(['page', 'view'])).toEqual(['$pageview']);
  expect(propertiesCalled(['nothing', 'of', 'the', 'kind'])).toEqual([]);
});

it('returns no results for an empty search', () => {
  expect(propertiesCalled([])).toEqual([]);
});
