import { readHeaders } from './start-tracing';

describe('readHeaders', () => {
  it.each([
    ['', {}],
    ['authorization=Bearer%20abc', { authorization: 'Bearer abc' }],
    ['a=1, x-team = b=c', { a: '1', 'x-team': 'b=c' }],
    ['nothing,=x', {}],
    ['a=100%', { a: '100%' }],
  ])('%s', (text, headers) => expect(readHeaders(text)).toEqual(headers));
});
