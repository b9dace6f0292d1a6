import { entityTagHeader, namesEntityTag } from './entity-tag';

it('is written in its weak form', () => {
  expect(entityTagHeader('a1')).toBe('W/"a1"');
});

it.each([
  ['W/"a1"', true],
  ['"a1"', true],
  ['a1', true],
  [' a1 ', true],
  ['"b2", W/"a1"', true],
  ['*', true],
  ['"a1', true],
  ['"b2"', false],
  ['W/"A1"', false],
  ['"a1b"', false],
  ['', false],
  [undefined, false],
])('%p names it: %p', (header, named) => {
  expect(namesEntityTag(header, 'a1')).toBe(named);
});
