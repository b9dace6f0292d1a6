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
    ['labels', { ...query, tags: { scene: 'x' }, name: 'mine' }],
  ])('does not count %s', (_, same) => {
    expect(cacheKey(same, project, 10)).toBe(cacheKey(query, project, 10));
  });

  it.each([
    ['the text', { ...query, query: 'select 2' }, project, 10],
    ['values', { ...query, values: { a: 1 } }, project, 10],
    ['order inside arrays', { ...query, values: { a: [2, 1] } }, project, 10],
    ['the project', query, { ...project, id: 4 }, 10],
    ['its time zone', query, { ...project, timezone: 'Europe/Berlin' }, 10],
    ['its week start', query, { ...project, weekStartDay: 1 }, 10],
    ['the row cap', query, project, 11],
  ])('counts %s', (_, otherQuery, otherProject, maxRows) => {
    expect(cacheKey(otherQuery, otherProject, maxRows)).not.toBe(cacheKey(query, project, 10));
  });
});
