import { hogqlName, hogqlText } from './hogql-text';

describe('text of HogQL', () => {
  it('quotes names that are not plain identifiers', () => {
    expect(hogqlName('$browser')).toBe('$browser');
    expect(hogqlName('$feature/new checkout')).toBe('`$feature/new checkout`');
    expect(hogqlName('a`b\\c')).toBe('`a\\`b\\\\c`');
  });

  it('escapes quotes and backslashes of a text', () => {
    expect(hogqlText("it's \\ here")).toBe("'it\\'s \\\\ here'");
  });
});
