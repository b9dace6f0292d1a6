import type { SymbolKind } from './token-kinds';

export interface Operator {
  readonly kind: SymbolKind | 'line comment' | 'block comment';
  readonly length: number;
}

/** Every operator spelling with its token kind; several spellings may share one kind. */
const SPELLINGS: readonly (readonly [string, Operator['kind']])[] = [
  ['<=>', '<=>'],
  ['=~*', '=~*'],
  ['!~*', '!~*'],
  ['--', 'line comment'],
  ['//', 'line comment'],
  ['/*', 'block comment'],
  ['->', '->'],
  ['::', '::'],
  [':=', ':='],
  ['||', '||'],
  ['==', '=='],
  ['=~', '=~'],
  ['!=', '!='],
  ['!~', '!~'],
  ['<>', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['~*', '=~*'],
  ['?.', '?.'],
  ['??', '??'],
  ['=', '=='],
  ['~', '=~'],
  ['<', '<'],
  ['>', '>'],
  ['?', '?'],
  [':', ':'],
  ['(', '('],
  [')', ')'],
  ['[', '['],
  [']', ']'],
  ['{', '{'],
  ['}', '}'],
  [',', ','],
  [';', ';'],
  ['.', '.'],
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
  ['/', '/'],
  ['%', '%'],
  ['#', '#'],
];

interface Spelling extends Operator {
  readonly text: string;
}

/** Spellings by their first character, longest first. */
const BY_FIRST_CODE: readonly (readonly Spelling[] | undefined)[] = (() => {
  const table: Spelling[][] = [];
  for (const [text, kind] of SPELLINGS) {
    (table[text.charCodeAt(0)] ??= []).push({ text, kind, length: text.length });
  }
  return table;
})();

/** The longest operator (or comment opening) that starts at `at`. */
export function scanOperator(source: string, at: number): Operator | null {
  const candidates = BY_FIRST_CODE[source.charCodeAt(at)];
  if (candidates === undefined) return null;
  for (const candidate of candidates) {
    if (candidate.length === 1 || source.startsWith(candidate.text, at)) return candidate;
  }
  return null;
}
