import {
  completeUmami,
  CsvMappingError,
  mapCsv,
  mapPlausible,
  mapUmami,
  readCsvMapping,
  readUmamiValue,
} from '..';
import { context, eventOf } from './test-support/event-of';

describe('Umami', () => {
  const row = {
    ...{ website_id: 'w', session_id: 's1', visit_id: 'v1', hostname: 'example.com' },
    ...{ event_id: '6f1d3a34-0000-4000-8000-000000000001', event_type: '1', event_name: '' },
    ...{ url_path: '/pricing', url_query: 'a=1', browser: 'firefox', screen: '1920x1080' },
    ...{ referrer_domain: 'google.com', referrer_path: '/', created_at: '2024-01-01 10:00:00' },
    ...{ utm_source: 'mail', distinct_id: '' },
  };

  it('a page view of a visitor without an id has no person', () => {
    expect(eventOf(mapUmami(row, context))).toMatchObject({
      uuid: row.event_id,
      event: '$pageview',
      distinct_id: 's1',
      timestamp: '2024-01-01T10:00:00.000Z',
      properties: {
        $process_person_profile: false,
        ...{ $current_url: 'https://example.com/pricing?a=1', $screen_width: 1920 },
        ...{ $referrer: 'https://google.com/', utm_source: 'mail' },
      },
    });
  });

  it('an event has its name, and a distinct id of the website is a person', () => {
    const named = { ...row, event_type: '2', event_name: 'signup', distinct_id: 'u1' };
    const event = eventOf(mapUmami(named, context));
    expect(event).toMatchObject({ event: 'signup', distinct_id: 'u1' });
    expect(event.properties).not.toHaveProperty('$process_person_profile');
  });
});

describe('Umami: other rows and missing values', () => {
  const row = { session_id: 's1', created_at: '2024-01-01 10:00:00', event_type: '1' };

  it('the NULL of a CSV is no distinct id', () => {
    const event = eventOf(mapUmami({ ...row, distinct_id: '\\N', event_name: '\\N' }, context));
    expect(event).toMatchObject({ event: '$pageview', distinct_id: 's1' });
  });

  it('a property of a session is one of the person with its distinct id', () => {
    const data = { ...row, data_key: 'plan', string_value: 'pro', data_type: '1' };
    expect(mapUmami({ ...data, distinct_id: '\\N' }, context)).toEqual({
      kind: 'skipped',
      reason: 'a property of a session without a distinct id, which has no person',
    });
    expect(mapUmami({ ...data, distinct_id: 'u1' }, context)).toMatchObject({
      kind: 'identity',
      events: [
        {
          ...{ event: '$set', distinct_id: 'u1', timestamp: '2024-01-01T10:00:00.000Z' },
          properties: { $set: { plan: 'pro' } },
        },
      ],
    });
  });
});

it('Umami: measurements are no page views, and older versions have another name for the region', () => {
  const row = { session_id: 's1', created_at: '2024-01-01 10:00:00', event_name: '\\N' };
  expect(mapUmami({ ...row, event_type: '5' }, context)).toEqual({
    kind: 'skipped',
    reason: 'rows with the event_type 5 are neither page views nor events',
  });
  const viewed = eventOf(mapUmami({ ...row, event_type: '1', subdivision1: 'DE-BE' }, context));
  expect(viewed.properties).toMatchObject({ $geoip_subdivision_1_code: 'DE-BE' });
});

describe('Umami: properties of events', () => {
  const data = { event_id: 'e1', data_key: 'p', number_value: '\\N', date_value: '\\N' };

  it.each([
    [{ data_type: '1', string_value: '12' }, '12'],
    [{ data_type: '1', string_value: '' }, ''],
    [{ data_type: '2', string_value: '9.5000', number_value: '9.5000' }, 9.5],
    [{ data_type: '2', string_value: '-3.0000' }, -3],
    [{ data_type: '3', string_value: 'true' }, true],
    [{ data_type: '3', string_value: 'false' }, false],
    [{ data_type: '4', string_value: '2024-01-01T10:00:00.000Z' }, '2024-01-01T10:00:00.000Z'],
    [{ data_type: '4', date_value: '2024-01-01 10:00:00' }, '2024-01-01T10:00:00.000Z'],
    [{ data_type: '5', string_value: '["a",1]' }, ['a', 1]],
    [{ data_type: '5', string_value: '["a","b' }, '["a","b'],
  ])('%j is %j', (value, expected) => {
    expect(readUmamiValue({ ...data, ...value })).toEqual({ key: 'e1', value: ['p', expected] });
  });

  it('a row without an event or a name is skipped', () => {
    expect(readUmamiValue({ ...data, event_id: '\\N' })).toBeNull();
    expect(readUmamiValue({ ...data, data_key: '' })).toBeNull();
  });

  it('they are properties of the event, but do not replace those of Umami', () => {
    const row = { session_id: 's1', event_name: 'buy', created_at: '2024-01-01 10:00:00' };
    const values = [
      ['price', 9.5],
      ['$process_person_profile', true],
      ['price', 12],
    ];
    const event = eventOf(mapUmami(completeUmami(row, values), context));
    expect(event.properties).toMatchObject({ price: 12, $process_person_profile: false });
    expect(event.properties).not.toHaveProperty('event_data');
  });
});

it('Plausible: sums of a day stay sums, and no visits are created', () => {
  const row = { date: '2024-01-01', page: '/', visitors: '12', pageviews: '20' };
  const file = 'export/imported_pages_20240101_20240131.csv';
  expect(eventOf(mapPlausible(file, row, context))).toMatchObject({
    event: 'plausible pages',
    timestamp: '2024-01-01T00:00:00.000Z',
    properties: { $process_person_profile: false, page: '/', visitors: 12, pageviews: 20 },
  });
  expect(mapPlausible('other.csv', row, context).kind).toBe('skipped');
});

describe('Plausible: rows that differ in what looks like a number', () => {
  const counts = { visitors: '1', visits: '2', visit_duration: '30', bounces: '0', pageviews: '4' };
  const event = (table: string, row: object) =>
    eventOf(
      mapPlausible(
        `imported_${table}_20240101_20240131.csv`,
        { date: '2024-01-01', ...row },
        context,
      ),
    );

  it.each([
    ['browsers', { browser: 'Chrome', browser_version: '110.0' }, { browser_version: '111.0' }],
    ['locations', { country: 'FR', region: 'FR-75', city: '2988507' }, { city: '2968815' }],
    [
      'operating_systems',
      { operating_system: 'Mac', operating_system_version: '10.1' },
      {
        operating_system_version: '10.10',
      },
    ],
    ['sources', { source: 'Google', utm_term: '1' }, { utm_term: '2' }],
  ])('%s', (table, one, change) => {
    const first = event(table, { ...one, ...counts });
    const second = event(table, { ...one, ...change, ...counts });
    expect(second.uuid).not.toBe(first.uuid);
    expect(second.properties).toMatchObject({ ...change, visitors: 1, pageviews: 4 });
    // The same row of a later export, with other sums, replaces nothing and is not added.
    expect(event(table, { ...one, ...counts, visitors: '9' }).uuid).toBe(first.uuid);
  });

  it('the NULL of a CSV is no value', () => {
    const { properties } = event('pages', { page: '/', total_scroll_depth: '\\N', visits: '1' });
    expect(properties).toEqual({ $process_person_profile: false, page: '/', visits: 1 });
  });
});

describe('CSV', () => {
  const mapping = readCsvMapping({
    event: { value: 'order' },
    distinct_id: { column: 'customer' },
    timestamp: { column: 'at' },
    uuid: { column: 'id' },
    properties: { price: { column: 'total', type: 'number' }, tags: { column: 't', type: 'json' } },
    set: { plan: 'plan' },
  });
  const row = { customer: 'c1', at: '1704103200', id: '7', total: '9.5', t: '["a"]', plan: 'pro' };

  it('reads the columns in the mapping', () => {
    expect(eventOf(mapCsv(mapping, row, context))).toMatchObject({
      event: 'order',
      distinct_id: 'c1',
      timestamp: '2024-01-01T10:00:00.000Z',
      properties: { price: 9.5, tags: ['a'], $set: { plan: 'pro' } },
    });
  });

  it('imports every other column as a property if the mapping has no properties', () => {
    const all = { ...mapping, properties: null, set: {} };
    expect(eventOf(mapCsv(all, row, context)).properties).toEqual({
      ...{ total: '9.5', t: '["a"]', plan: 'pro' },
    });
  });

  it.each([
    [[], 'the mapping is not a JSON object'],
    [{ colour: 1 }, 'the mapping has an unknown member: colour'],
    [{ event: 'x' }, 'event: expected {"column": "…"} or {"value": "…"}'],
  ])('rejects the mapping %j', (given, message) => {
    expect(() => readCsvMapping(given)).toThrow(new CsvMappingError(message));
  });
});

it.each([
  ['9.50', 9.5],
  [' -3 ', -3],
  ['.5e2', 50],
  ['1e999', '1e999'],
  ['Infinity', 'Infinity'],
  ['0x10', '0x10'],
  ['1,234.50', '1,234.50'],
  ['12 EUR', '12 EUR'],
])('CSV: the number %j is stored as %j', (total, price) => {
  const mapping = readCsvMapping({
    ...{ event: { value: 'order' }, distinct_id: { value: 'u' }, timestamp: { column: 'at' } },
    properties: { price: { column: 'total', type: 'number' } },
  });
  const event = eventOf(mapCsv(mapping, { at: '2024-01-01', total }, context));
  expect(event.properties).toEqual({ price });
});

describe('CSV: text and times', () => {
  const mapping = (more: object = {}, timestamp: object = {}) => ({
    event: { value: 'order' },
    distinct_id: { column: 'id' },
    timestamp: { column: 'at', ...timestamp },
    ...more,
  });

  it('reads times without a zone in the zone of the mapping, and days before months', () => {
    const read = readCsvMapping(mapping({}, { zone: 'Europe/Berlin', order: 'day-first' }));
    const row = { id: 'u', at: '01.07.2024 12:00' };
    expect(eventOf(mapCsv(read, row, context)).timestamp).toBe('2024-07-01T10:00:00.000Z');
  });

  it('states a column that the file does not have', () => {
    const read = readCsvMapping(mapping({ set: { plan: 'tier' } }));
    expect(mapCsv(read, { id: 'u', at: '2024-01-01', plan: 'x' }, context)).toEqual({
      kind: 'skipped',
      reason: 'the file has no column tier: its columns are id, at, plan',
    });
  });

  it('does not change a mapping without the new members', () => {
    expect(readCsvMapping(mapping())).toEqual({
      ...mapping(),
      uuid: null,
      properties: null,
      set: {},
    });
  });

  it.each([
    [{}, { zone: 'Europe/Atlantis' }, 'timestamp.zone'],
    [{}, { zone: 1 }, 'timestamp.zone'],
    [{}, { order: 'year-first' }, 'timestamp.order'],
    [{ delimiter: ';;' }, {}, 'delimiter'],
    [{ delimiter: '"' }, {}, 'delimiter'],
    [{ encoding: 'klingon' }, {}, 'encoding'],
  ])('rejects %j %j', (more, timestamp, member) => {
    const reading = () => readCsvMapping(mapping(more, timestamp));
    expect(reading).toThrow(CsvMappingError);
    expect(reading).toThrow(member);
  });
});
