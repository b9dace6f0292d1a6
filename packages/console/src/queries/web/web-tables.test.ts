import { firstValueOf } from './returning';
import { isFiltered, rowFilters, toggleRow } from './row-filter';
import {
  changeOf,
  figuresOf,
  figureWords,
  goalsOf,
  nextOrder,
  orderOf,
  rangeOfOverview,
  tableOf,
} from './shape-web';
import { valueWords } from './value-words';

describe('a row as a filter', () => {
  it("uses the property of the table's breakdown", () => {
    expect(rowFilters('InitialChannelType', 'Direct')).toEqual([
      { type: 'session', key: '$channel_type', operator: 'exact', value: ['Direct'] },
    ]);
    expect(rowFilters('Browser', null)).toEqual([
      { type: 'event', key: '$browser', operator: 'is_not_set', value: 'is_not_set' },
    ]);
    expect(rowFilters('Viewport', [1440, 900])?.map(({ key, value }) => [key, value])).toEqual([
      ['$viewport_width', ['1440']],
      ['$viewport_height', ['900']],
    ]);
    expect(rowFilters('City', ['DE', 'Bonn'])?.map(({ value }) => value)).toEqual([
      ['DE'],
      ['Bonn'],
    ]);
    expect(rowFilters('Region', ['DE', 'NW', 'North'])?.map(({ value }) => value)).toEqual([
      ['DE'],
      ['NW'],
    ]);
  });

  it('includes all regions of a language, and converts time zones', () => {
    expect(rowFilters('Language', 'en-GB')?.[0]).toMatchObject({
      operator: 'regex',
      value: '^en(-|$)',
    });
    expect(rowFilters('Language', '-')?.[0]?.operator).toBe('is_not_set');
    expect(rowFilters('Timezone', 5.5)?.[0]?.value).toEqual(['-330']);
    expect(rowFilters('Timezone', null)?.[0]?.operator).toBe('is_not_set');
  });

  it('is null for a breakdown that combines several values', () => {
    expect(rowFilters('InitialUTMSourceMediumCampaign', 'a / b / c')).toBeNull();
  });

  it('replaces a filter on the same property, and is removed by a second click', () => {
    const [a, b] = [rowFilters('Page', '/a') ?? [], rowFilters('Page', '/b') ?? []];
    const other = { type: 'person', key: '$pathname', operator: 'exact', value: ['/x'] };
    expect(toggleRow([other, ...a], b)).toEqual([other, ...b]);
    expect(toggleRow([other, ...a], a)).toEqual([other]);
    expect(isFiltered([other, ...a], a)).toBe(true);
    expect(isFiltered([other], a)).toBe(false);
  });
});

describe('the text for a value', () => {
  it.each([
    ['Page', '/a', '/a'],
    ['Page', null, '(not set)'],
    ['Country', 'DE', 'Germany'],
    ['Country', 'Atlantis', 'Atlantis'],
    ['Country', null, '(not set)'],
    ['City', ['DE', 'Bonn'], 'Bonn, Germany'],
    ['Region', ['US', 'CA', 'California'], 'California, United States'],
    ['Region', ['US', 'CA', null], 'CA, United States'],
    ['Region', [null, null, null], '(not set), (not set)'],
    ['Viewport', [390, 844], '390 × 844'],
    ['Language', 'en-GB', 'British English'],
    ['Language', 'fr-', 'French'],
    ['Language', '-', '(not set)'],
    ['Language', 'no language', 'no language'],
    ['Timezone', 5.5, 'UTC+5:30'],
    ['Timezone', -5, 'UTC−5'],
    ['Timezone', null, '(not set)'],
    ['InitialReferringDomain', '$direct', 'Direct or unknown'],
    ['InitialReferringDomain', 'a.example', 'a.example'],
  ] as const)('of %s %j is %s', (breakdown, value, words) => {
    expect(valueWords(breakdown, value, 'en')).toBe(words);
  });
});

describe('responses of web analytics', () => {
  it('converts percentages of the API to shares', () => {
    const item = { value: 2.5, previous: null, changeFromPreviousPct: null, isIncreaseBad: true };
    const [rate, time, revenue] = figuresOf({
      results: [
        { ...item, key: 'bounce rate', kind: 'percentage' },
        { ...item, key: 'session duration', kind: 'duration_s', isIncreaseBad: null },
        { ...item, key: 'revenue', kind: 'currency', value: null },
      ],
    });
    expect(rate).toMatchObject({ label: 'Bounce rate', value: 0.025, previous: null });
    expect(rate?.isIncreaseBad).toBe(true);
    expect(figureWords(rate?.value ?? null, 'share')).toBe('2.5%');
    expect(figureWords(time?.value ?? null, time?.kind ?? 'count')).toBe('3 s');
    expect(figureWords(revenue?.value ?? null, revenue?.kind ?? 'count')).toBe('–');
  });

  it('reads the range of an overview', () => {
    const dates = { dateFrom: '2026-11-16 00:00:00', dateTo: '2026-11-23 23:59:59' };
    expect(rangeOfOverview(dates)).toEqual({ from: dates.dateFrom, to: dates.dateTo });
    expect(rangeOfOverview({})).toBeNull();
  });

  it('reads only the columns of the table', () => {
    const names = ['breakdown_value', 'visitors', 'later', 'bounce_rate', 'ui_fill_fraction'];
    const table = tableOf({
      columns: names.map((name) => `context.columns.${name}`),
      results: [
        ['/a', [3, 2], [1, 1], [0.5, null], 0.75],
        ['/b', [1, null], null, [null, null], null],
      ],
      hasMore: true,
    });
    expect(table.columns.map(({ label }) => label)).toEqual(['Visitors', 'Bounce rate']);
    expect(table.rows).toEqual([
      {
        value: '/a',
        numbers: [
          { value: 3, previous: 2 },
          { value: 0.5, previous: null },
        ],
        fill: 0.75,
      },
      {
        value: '/b',
        numbers: [
          { value: 1, previous: null },
          { value: null, previous: null },
        ],
        fill: 0,
      },
    ]);
    expect(table.hasMore).toBe(true);
  });

  it('reads goals', () => {
    expect(goalsOf({ results: [['Bought', [3, 2], [5, 4], [0.1, 0.2]]] })).toEqual([
      {
        name: 'Bought',
        people: { value: 3, previous: 2 },
        times: { value: 5, previous: 4 },
        rate: { value: 0.1, previous: 0.2 },
      },
    ]);
  });

  it('describes how a number changed, and whether that is good', () => {
    expect(changeOf({ value: 12, previous: 10 }, false)).toEqual({
      text: '+20%',
      direction: 'better',
    });
    expect(changeOf({ value: 12, previous: 10 }, true)?.direction).toBe('worse');
    expect(changeOf({ value: 8, previous: 10 }, false)).toEqual({
      text: '−20%',
      direction: 'worse',
    });
    expect(changeOf({ value: 8, previous: 10 }, true)?.direction).toBe('better');
    expect(changeOf({ value: 10, previous: 10 }, false)?.direction).toBe('same');
    expect(changeOf({ value: 10, previous: 0 }, false)).toBeNull();
    expect(changeOf({ value: 10, previous: null }, false)).toBeNull();
  });

  it('sorts by a column, descending first, then ascending', () => {
    expect(orderOf('Views')).toEqual(['Views', 'DESC']);
    expect(orderOf('Views.ASC')).toEqual(['Views', 'ASC']);
    expect(orderOf('Nothing')).toBeNull();
    expect(orderOf(undefined)).toBeNull();
    expect(nextOrder(null, 'Views')).toBe('Views');
    expect(nextOrder(['Views', 'DESC'], 'Views')).toBe('Views.ASC');
    expect(nextOrder(['Views', 'ASC'], 'Views')).toBe('Views');
  });
});

it('offers retention by the first campaign of a person, but not by pages', () => {
  expect(firstValueOf('InitialUTMCampaign')).toBe('$initial_utm_campaign');
  expect(firstValueOf('Page')).toBeNull();
});
