import { cacheKey } from './cache-key';

const project = { id: 3, timezone: 'UTC', weekStartDay: 0 };
const query = { kind: 'HogQLQuery', query: 'select 1' } as const;

describe('cacheKey', () => {
  it('names the project and 64 hex digits', () => {
    expect(cacheKey(query, project, 10)).toMatch(/^cache_3_[0-9a-f]{64}$/);
  });

  it.each([
    ['key order', { query: 'select 1', kind: 'HogQLQuery' }],
    ['absent and null', { ...query, values: null }],
    ['no properties and an empty list', { ...query, properties: [] }],
    ['empty modifiers', { ...query, modifiers: {} }],
    ['labels', { ...query, tags: { scene: 'x' }, name: 'mine' }],
  ])('does not count %s', (_, same) => {
    expect(cacheKey(same, project, 10)).toBe(cacheKey(query, project, 10));
  });

  it('does not count the names of series, nor empty filters', () => {
    const series = (node: object) => ({ kind: 'TrendsQuery', series: [{ event: 'a', ...node }] });
    const plain = cacheKey(series({}), project, 10);
    for (const same of [{ custom_name: 'mine' }, { properties: null }, { properties: [] }]) {
      expect(cacheKey(series(same), project, 10)).toBe(plain);
    }
    expect(cacheKey(series({ properties: [{ key: 'b' }] }), project, 10)).not.toBe(plain);
  });

  it('counts every name that a client gave to a placeholder', () => {
    const withValues = (values: object) => cacheKey({ ...query, values }, project, 10);
    const keys = [
      withValues({ custom_name: 'a' }),
      withValues({ custom_name: 'b' }),
      withValues({ properties: [] }),
      withValues({ properties: null }),
      withValues({}),
      // An object differs from a list of its entries.
      withValues({ x: [['a', 1]] }),
      withValues({ x: { a: 1 } }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['the text', { ...query, query: 'select 2' }, project, 10],
    ['values', { ...query, values: { a: 1 } }, project, 10],
    ['order inside arrays', { ...query, values: { a: [2, 1] } }, project, 10],
    ['the project', query, { ...project, id: 4 }, 10],
    ['its time zone', query, { ...project, timezone: 'Europe/Berlin' }, 10],
    ['its week start', query, { ...project, weekStartDay: 1 }, 10],
    ['filters of test accounts', query, { ...project, testAccountFilters: [{ key: 'a' }] }, 10],
    ['names of people', query, { ...project, personDisplayNames: ['nick'] }, 10],
    ['path cleaning', query, { ...project, pathCleaning: [{ regex: 'a', alias: 'b' }] }, 10],
    ['what the caller can read', query, { ...project, readable: ['survey'] as const }, 10],
    ['the row cap', query, project, 11],
  ])('counts %s', (_, otherQuery, otherProject, maxRows) => {
    expect(cacheKey(otherQuery, otherProject, maxRows)).not.toBe(cacheKey(query, project, 10));
  });
});
