import { elementType, engineType } from './engine-type';

it.each([
  ['String', 'String', []],
  ['Nullable(String)', 'Nullable', ['String']],
  ["DateTime64(6, 'Europe/Berlin')", 'DateTime64', ['6', "'Europe/Berlin'"]],
  [
    "Tuple(a Array(UInt8), `b, c` DateTime('UTC'))",
    'Tuple',
    ['a Array(UInt8)', "`b, c` DateTime('UTC')"],
  ],
  ["Enum8('a,(' = 1, 'it\\'s' = 2)", 'Enum8', ["'a,(' = 1", "'it\\'s' = 2"]],
  ['Map(String, Tuple(UInt8, UInt8))', 'Map', ['String', 'Tuple(UInt8, UInt8)']],
])('reads %s', (text, name, args) => {
  expect(engineType(text)).toEqual({ name, args });
});

it.each([
  ['String', 'String'],
  ['a String', 'String'],
  ['`a b` Array(String)', 'Array(String)'],
  ["DateTime64(6, 'UTC')", "DateTime64(6, 'UTC')"],
  ['Decimal(9, 2)', 'Decimal(9, 2)'],
])('finds the type of the element %s', (text, type) => {
  expect(elementType(text)).toBe(type);
});
