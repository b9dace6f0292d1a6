import { responseFormat } from './response-format';

const formatOf = (accept: string | undefined, query = '') =>
  responseFormat({ url: new URL(`http://x/${query}`), header: () => accept });

it.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/xml', 'json'],
  ['text/csv', 'csv'],
  ['TEXT/CSV; charset=utf-8', 'csv'],
  ['text/html, text/csv', 'csv'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['text/csv, application/json', 'json'],
  ['text/csv;q=0.5,application/json', 'json'],
  ['text/csv2', 'json'],
])('Accept %j is %s', (accept, format) => {
  expect(formatOf(accept)).toBe(format);
});

it('the parameter has precedence over the header', () => {
  expect(formatOf('text/csv', '?format=json')).toBe('json');
  expect(formatOf('application/json', '?format=csv')).toBe('csv');
  expect(formatOf('text/csv', '?format=')).toBe('csv');
  expect(() => formatOf('text/csv', '?format=xml')).toThrow('Not found.');
});
