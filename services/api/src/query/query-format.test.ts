import { queryFormat, contentTypeOf } from './query-format';

it.each<[string | undefined, string]>([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json, text/plain, */*', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['image/png', 'json'],
  ['text/csv', 'csv'],
  ['TEXT/CSV; header=absent', 'csv'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['text/csv;q=0.5, application/json', 'json'],
  ['text/csv;q=0, */*;q=0.1', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.apache.parquet', 'parquet'],
  ['application/vnd.apache.arrow.stream', 'arrow'],
])('Accept: %s → %s', (accept, format) => {
  expect(queryFormat(null, accept)).toBe(format);
});

it('a format that is named counts more than a header', () => {
  expect(queryFormat('csv', 'application/json')).toBe('csv');
  expect(queryFormat('json', 'text/csv')).toBe('json');
  expect(queryFormat('jsonl', undefined)).toBe('ndjson');
  expect(queryFormat('', 'text/csv')).toBe('csv');
  expect(() => queryFormat('xlsx', undefined)).toThrow('Not found');
});

it('reports what it sends', () => {
  expect(contentTypeOf('csv')).toBe('text/csv; charset=utf-8; header=present');
  expect(contentTypeOf('parquet')).toBe('application/vnd.apache.parquet');
});
