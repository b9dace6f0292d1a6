import type { Expr, Field, JoinExpr, Placeholder, Span, ValuesQuery } from '../../ast';
import { bracedExpression } from '../expressions/brackets';
import { expressionList } from '../core/lists';
import { atClauseWord, takeName, takeNewName } from '../core/names';
import type { Parser } from '../core/parser';
import { FINAL_MESSAGE, rejectForeignAlias } from '../core/rejected-clauses';
import { sampleClause } from './sample';
import type { TokenKind } from '../../lexer/token-kinds';

/** The text between FROM or JOIN and the next join. */
export type TableExpression = Pick<
  JoinExpr,
  'table' | 'tableArgs' | 'alias' | 'columnAliases' | 'sample'
> &
  Span;

/** Words that may name a table without AS. */
const IMPLICIT_ALIASES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  'DATE',
  'FIRST',
  'ID',
  'KEY',
]);

const UNSUPPORTED_SUFFIXES: ReadonlyMap<TokenKind, string> = new Map<TokenKind, string>([
  ['PIVOT', 'PIVOT'],
  ['UNPIVOT', 'UNPIVOT'],
]);

/** A table, a table function, a sub-query or a placeholder, with its alias. */
export function tableExpression(parser: Parser): TableExpression {
  const { start } = parser;
  parser.node();
  const source = tableSource(parser);
  const alias = tableAlias(parser);
  if (parser.at('FINAL')) parser.forbid(FINAL_MESSAGE);
  const columnAliases = alias === null ? null : columnNames(parser);
  const sample = sampleClause(parser);
  if (parser.at('FINAL')) parser.forbid(FINAL_MESSAGE);
  const construct = UNSUPPORTED_SUFFIXES.get(parser.kind);
  if (construct !== undefined) parser.unsupported(construct);
  return { ...source, alias, columnAliases, sample, ...parser.since(start) };
}

type Source = Pick<JoinExpr, 'table' | 'tableArgs'>;

function tableSource(parser: Parser): Source {
  if (parser.at('(')) {
    parser.expect('(');
    const table = parser.at('VALUES') ? valuesQuery(parser) : parser.statement();
    parser.expect(')', 'after the sub-query');
    return { table, tableArgs: null };
  }
  if (parser.at('{')) return { table: placeholder(parser), tableArgs: null };
  if (parser.at('tag <')) parser.unsupported('A HogQLX tag as a table');
  if (!parser.atName() || atClauseWord(parser)) parser.fail('a table');
  return namedTable(parser);
}

/** `VALUES (1, 'a'), (2, 'b')` */
function valuesQuery(parser: Parser): ValuesQuery {
  const { start } = parser;
  parser.expect('VALUES');
  const rows: Expr[][] = [];
  do {
    parser.node();
    parser.expect('(', 'before the values of a row');
    rows.push(expressionList(parser, ')'));
    parser.expect(')', 'after the values of a row');
  } while (parser.accept(','));
  return { type: 'ValuesQuery', rows, ...parser.since(start) };
}

function placeholder(parser: Parser): Placeholder {
  const at = parser.here();
  const braced = bracedExpression(parser);
  if (braced.type === 'Dict') parser.reject('A dictionary cannot stand for a table', at);
  return braced;
}

function namedTable(parser: Parser): Source {
  const { start } = parser;
  const chain = [takeName(parser)];
  while (parser.accept('.')) {
    if (!parser.atName()) parser.fail("a name after '.'");
    chain.push(takeName(parser));
  }
  const table: Field = { type: 'Field', chain, ...parser.since(start) };
  if (!parser.at('(')) return { table, tableArgs: null };
  if (chain.length > 1) parser.fail('an alias or the next clause');
  parser.expect('(');
  const tableArgs = expressionList(parser, ')');
  parser.expect(')', 'after the arguments of the table function');
  return { table, tableArgs };
}

function tableAlias(parser: Parser): string | null {
  if (parser.accept('AS')) return takeNewName(parser, 'a name after AS');
  rejectForeignAlias(parser);
  return IMPLICIT_ALIASES.has(parser.kind) ? takeNewName(parser, 'an alias') : null;
}

/** `(a, b)` after the alias of a table or the name of a WITH query. */
export function columnNames(parser: Parser): string[] | null {
  if (!parser.accept('(')) return null;
  const names: string[] = [];
  do {
    names.push(takeNewName(parser, 'a name for the column'));
  } while (parser.accept(','));
  parser.expect(')', 'after the names of the columns');
  return names;
}
