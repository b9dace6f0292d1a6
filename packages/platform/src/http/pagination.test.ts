import { countParameter, pageLinks } from './pagination';

const url = new URL('http://h/api/things/?search=a&limit=2&offset=9&personal_api_key=phx_secret');

describe('pageLinks', () => {
  it.each([
    [{ limit: 2, offset: 0 }, 5, '?search=a&limit=2&offset=2', null],
    [{ limit: 2, offset: 1 }, 5, '?search=a&limit=2&offset=3', '?search=a&limit=2'],
    [{ limit: 2, offset: 4 }, 5, null, '?search=a&limit=2&offset=2'],
    [{ limit: 2, offset: 9 }, 5, null, '?search=a&limit=2&offset=7'],
    [{ limit: 5, offset: 0 }, 5, null, null],
    [{ limit: 0, offset: 0 }, 5, null, null],
  ])('%j of %i', (page, count, next, previous) => {
    const absolute = (query: string | null) => query && `http://h/api/things/${query}`;
    expect(pageLinks(url, page, count)).toEqual({
      next: absolute(next),
      previous: absolute(previous),
    });
  });
});

it('accepts only plain non-negative integers as counts', () => {
  expect(['0', '17', '-1', '1.5', 'abc', '', '9'.repeat(30), null].map(countParameter)).toEqual([
    0,
    17,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});
