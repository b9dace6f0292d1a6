import { stringLiteral } from './string-literal';

it.each([
  ['plain', "'plain'"],
  ["it's", "'it\\'s'"],
  ['back\\slash', "'back\\\\slash'"],
  ["\\'", "'\\\\\\''"],
])('%s', (text, literal) => expect(stringLiteral(text)).toBe(literal));
