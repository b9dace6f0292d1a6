import { eventsCalled, propertiesCalled } from './property-labels';

it('knows things by what people call them', () => {
  expect(propertiesCalled(['Library', 'version'])).toEqual(['$lib_version']);
  expect(propertiesCalled(['city', 'initial'])).toEqual(['$initial_geoip_city_name']);
  expect(eventsCalled(['page', 'view'])).toEqual(['$pageview']);
  expect(propertiesCalled(['nothing', 'of', 'the', 'kind'])).toEqual([]);
});

it('knows nothing by no word', () => {
  expect(propertiesCalled([])).toEqual([]);
});
