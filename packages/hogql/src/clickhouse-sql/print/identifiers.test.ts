import * as fc from 'fast-check';
import { quoteIdentifier } from './identifiers';

describe('quoteIdentifier', () => {
  it.each([
    ['event', 'event'],
    ['_a1', '_a1'],
    ['$browser', '`$browser`'],
    ['timestamp', '`timestamp`'],
    ['SELECT', '`SELECT`'],
    ['count()', '`count()`'],
    ['a`b', '`a\\x60b`'],
    ['a\\b', '`a\\x5Cb`'],
    ['a;b--c/*', '`a\\x3Bb\\x2D\\x2Dc\\x2F\\x2A`'],
    ['{p0:String}', '`\\x7Bp0:String\\x7D`'],
    ['', '``'],
    ['имя', '`имя`'],
  ])('%s', (name, quoted) => {
    expect(quoteIdentifier(name)).toBe(quoted);
  });

  it('never lets a name end its own quotation', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const quoted = quoteIdentifier(name);
        expect(quoted).toMatch(/^(?:[A-Za-z_][A-Za-z0-9_]*|`(?:[^`\\]|\\x[0-9A-F]{2})*`)$/);
      }),
    );
  });
});
