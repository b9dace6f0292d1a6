import { WarehouseSourceError } from '../errors';
import { columnNames } from './column-names';
import { commonType, typeOfTimestamp, typeOfText } from './column-type';
import { toColumns } from './columns';

it.each([
  ['0', 'integer'],
  ['-42', 'integer'],
  ['123456789012345678', 'integer'],
  ['1234567890123456789', 'float'],
  ['00123', 'string'],
  ['1.50', 'float'],
  ['.5', 'float'],
  ['-2e10', 'float'],
  ['e10', 'string'],
  ['TRUE', 'boolean'],
  ['yes', 'string'],
  ['2024-02-29', 'date'],
  ['2024-13-01', 'string'],
  ['2024-02-29 10:00', 'datetime'],
  ['2024-02-29T10:00:00.123456Z', 'datetime'],
  ['2024-02-29T10:00:00+0200', 'datetime'],
  ['2024-02-29T25:00:00', 'string'],
  ['', 'string'],
])('reads the text %j as %s', (text, type) => {
  expect(typeOfText(text)).toBe(type);
});

it('recognises only times in JSON texts', () => {
  expect(['5', 'true', '2024-01-01'].map(typeOfTimestamp)).toEqual(['string', 'string', 'date']);
});

it.each([
  ['integer', 'float', 'float'],
  ['date', 'datetime', 'datetime'],
  ['integer', 'boolean', 'string'],
  ['integer', null, 'integer'],
  [null, null, null],
] as const)('reads %s and %s as %s', (one, other, common) => {
  expect(commonType(one, other)).toBe(common);
  expect(commonType(other, one)).toBe(common);
});

it('gives every column a unique name', () => {
  expect(columnNames([' a ', 'a', '', 'b\0\n', 'a_2'])).toEqual([
    'a',
    'a_2',
    'column_3',
    'b',
    'a_2_2',
  ]);
  expect(() => columnNames(Array<string>(501).fill('x'))).toThrow(WarehouseSourceError);
});

it('keeps the keys of existing columns', () => {
  const first = toColumns([
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string' },
  ]);
  const second = toColumns(
    [
      { name: 'new', type: 'integer' },
      { name: 'b', type: 'date' },
      { name: '__proto__', type: 'string' },
    ],
    first,
  );
  expect(first.map(({ key }) => key)).toEqual(['c0', 'c1']);
  expect(second).toEqual([
    { name: 'new', key: 'c2', type: 'integer', valid: true },
    { name: 'b', key: 'c1', type: 'date', valid: true },
    { name: '__proto__', key: 'c3', type: 'string', valid: true },
  ]);
});
