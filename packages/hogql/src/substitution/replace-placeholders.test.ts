import { parseSelect } from '../syntax/parser';
import { printHogQL } from '../syntax/print';
import { replacePlaceholders } from './replace-placeholders';

function filled(source: string, values: Record<string, unknown>): string {
  return printHogQL(replacePlaceholders(parseSelect(source), values));
}

describe('replacePlaceholders', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['select {a}', { a: "it's" }, "SELECT 'it''s'"],
    ['select {a}', { a: 1.5 }, 'SELECT 1.5'],
    ['select {a}', { a: null }, 'SELECT NULL'],
    ['select {a}', { a: true }, 'SELECT true'],
    ['select {a}', { a: [1, 'x'] }, "SELECT [1, 'x']"],
    ['select {a.b}', { a: { b: 2 } }, 'SELECT 2'],
    ['select 1 where {filters}', {}, 'SELECT 1 WHERE true'],
    ['select 1 where 1 in (select {a})', { a: 1 }, 'SELECT 1 WHERE 1 IN (SELECT 1)'],
    [
      'select 1 from events sample {a} offset {1 / 4}',
      { a: 0.5 },
      'SELECT 1 FROM events SAMPLE 0.5 OFFSET 0.25',
    ],
  ])('%s', (source, values, expected) => {
    expect(filled(source, values)).toBe(expected);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['select {b}', { a: 1 }, 'Unresolved placeholder: {b}'],
    ['select {a.b.c}', { a: { b: 1 } }, 'Unresolved placeholder: {a.b.c}'],
    ['select {constructor}', {}, 'Unresolved placeholder: {constructor}'],
    ['select 1 from events sample {a}', { a: [1] }, 'A sampling ratio must be between 0 and 1'],
    ['select {a}', { a: { b: 1 } }, 'The value of placeholder {a} must be'],
  ])('rejects %s', (source, values, message) => {
    expect(() => filled(source, values)).toThrow(message);
  });
});
