import { multipartBoundary, readMultipart } from './multipart';

it('finds the boundary', () => {
  expect(multipartBoundary('multipart/form-data; boundary=abc')).toBe('abc');
  expect(multipartBoundary('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b');
  expect(multipartBoundary('text/plain')).toBeUndefined();
  expect(multipartBoundary(undefined)).toBeUndefined();
});

const part = (name: string, value: string): string =>
  `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

it('reads parts unchanged', () => {
  const nasty = 'a\r\n\r\nb --X\n-- c \u00e9';
  expect(
    readMultipart(
      `${part('query', 'SELECT 1')}${part('param_a', nasty)}${part('empty', '')}--X--\r\n`,
      'X',
    ),
  ).toEqual([
    ['query', 'SELECT 1'],
    ['param_a', nasty],
    ['empty', ''],
  ]);
});

it.each([
  ['no boundary at all', 'hello', 36],
  ['an end that is missing', part('a', 'b'), 36],
  ['a part without a name', '--X\r\nContent-Type: text/plain\r\n\r\nb\r\n--X--', 36],
  ['a file', '--X\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\nb\r\n--X--', 48],
])('%s is rejected', (_, body, code) => {
  expect(() => readMultipart(body, 'X')).toThrow(expect.objectContaining({ code }));
});
