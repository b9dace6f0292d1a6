import type { ColumnsExpr, Field } from '../../ast';
import { takeName } from '../core/names';
import type { Parser } from '../core/parser';

/** `*` or `* EXCLUDE (a, b)`; `t.*` is read with the field it belongs to. */
export function asterisk(parser: Parser): Field | ColumnsExpr {
  const { start } = parser;
  parser.advance();
  return allColumns(parser, null, start);
}

/** Parses what follows the asterisk of a table, or of all tables. */
export function allColumns(
  parser: Parser,
  table: readonly string[] | null,
  start: number,
): Field | ColumnsExpr {
  rejectAsteriskModifiers(parser);
  const exclude = excludeList(parser);
  const span = parser.since(start);
  if (exclude === null) return { type: 'Field', chain: [...(table ?? []), '*'], ...span };
  return {
    type: 'ColumnsExpr',
    regex: null,
    columns: null,
    all: true,
    table,
    exclude,
    replace: [],
    ...span,
  };
}

/** `EXCLUDE (a, b)` */
export function excludeList(parser: Parser): string[] | null {
  if (!parser.at('EXCLUDE') || parser.peek(1) !== '(') return null;
  parser.advance();
  parser.expect('(');
  const names: string[] = [];
  do {
    if (!parser.atName()) parser.fail('the name of a column');
    names.push(takeName(parser));
  } while (parser.accept(',') && !parser.at(')'));
  parser.expect(')', 'after the excluded columns');
  return names;
}

function rejectAsteriskModifiers(parser: Parser): void {
  if (parser.peek(1) !== '(') return;
  if (parser.at('REPLACE'))
    parser.reject(
      'REPLACE is only supported inside COLUMNS: COLUMNS(* REPLACE (...))',
      parser.here(),
    );
  if (parser.at('COLUMNS')) parser.unsupported('* COLUMNS(...)');
}
