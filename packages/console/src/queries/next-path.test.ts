import { pathToOpen } from './next-path';

describe('the page to open after signing in', () => {
  it('is the requested one, with its search and hash', () => {
    expect(pathToOpen('/project/1/sql?x=1#q=abc')).toBe('/project/1/sql?x=1#q=abc');
  });

  it('can be the page that signs in a command-line client', () => {
    expect(pathToOpen('/cli/authorize?code=BCDF-2345')).toBe('/cli/authorize?code=BCDF-2345');
    expect(pathToOpen('/cli/authorized')).toBe('/');
  });

  it.each([
    undefined,
    '',
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/login',
    'javascript:alert(1)',
  ])('is the start page for %p', (next) => {
    expect(pathToOpen(next)).toBe('/');
  });
});
