import { cellTypeOf } from './result';
import { hogqlQuery, sqlQueryIn, visualization } from './sql-query';

describe('the query node of a text', () => {
  it('contains only variables and filters that the text uses', () => {
    expect(hogqlQuery('select 1', [], null)).toEqual({ kind: 'HogQLQuery', query: 'select 1' });
    const value = { variableId: 'id', code_name: 'day', value: 3 };
    expect(hogqlQuery('select 1', [value], null).variables).toEqual({ id: value });
  });

  it('is found inside a visualization, but not in other kinds', () => {
    const query = hogqlQuery('select 1', [], null);
    expect(sqlQueryIn(visualization(query, 'ActionsTable'))).toEqual(query);
    expect(sqlQueryIn({ kind: 'TrendsQuery', series: [] })).toBeNull();
    expect(sqlQueryIn(null)).toBeNull();
  });
});

describe('the cell type of an engine type', () => {
  it.each([
    ['UInt64', 'number'],
    ['Nullable(Float64)', 'number'],
    ["DateTime64(6, 'UTC')", 'timestamp'],
    ['Array(String)', 'json'],
    ['LowCardinality(Nullable(String))', 'auto'],
    ['Bool', 'boolean'],
  ])('for %p is %p', (type, expected) => {
    expect(cellTypeOf(type)).toBe(expected);
  });
});
