import { takeName } from '../core/names';
import type { Parser } from '../core/parser';
import type { TokenKind } from '../../lexer/token-kinds';

/** Quoted type names may contain only these letters, so that a type can be printed unchanged. */
const PLAIN_TYPE_NAME = /^[a-z_][a-z0-9_]*(?: [a-z_][a-z0-9_]*)*$/;

/** Words that may follow `::`; others would be read as the next clause. */
const CAST_SUFFIX_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  'SECOND',
  'MINUTE',
  'HOUR',
  'DAY',
  'WEEK',
  'MONTH',
  'QUARTER',
  'YEAR',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'INTERVAL',
]);

/** Words that continue a type of several words: `double precision`, `timestamp with time zone`. */
const COMPOUND_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'identifier',
  'quoted identifier',
  'WITH',
  'LOCAL',
  'TIME',
  'ZONE',
]);

/** Canonical lower-case text of a type, such as `array(nullable(string))` or `decimal(10, 2)`. */
export function typeName(parser: Parser): string {
  parser.enter();
  let text = simpleName(parser);
  if (parser.accept('(')) {
    text += `(${typeArguments(parser).join(', ')})`;
    parser.expect(')', 'after the arguments of the type');
  } else {
    while (COMPOUND_WORDS.has(parser.kind)) text += ` ${simpleName(parser)}`;
  }
  while (parser.accept('[')) {
    const size = parser.at('number') ? takeText(parser) : '';
    parser.expect(']', 'after the array type');
    text += `[${size}]`;
  }
  parser.leave();
  return text;
}

/** The shorter form after `::`, where parentheses would be read as a call. */
export function castTypeName(parser: Parser): string {
  if (!CAST_SUFFIX_WORDS.has(parser.kind)) parser.fail("a type name after '::'");
  const text = simpleName(parser);
  const hasZone = parser.at('WITH') && (parser.peek(1) === 'TIME' || parser.peek(1) === 'LOCAL');
  if (!hasZone) return text;
  parser.expect('WITH');
  const local = parser.accept('LOCAL') ? 'local ' : '';
  parser.expect('TIME');
  parser.expect('ZONE', 'after TIME');
  return `${text} with ${local}time zone`;
}

function simpleName(parser: Parser): string {
  if (!parser.atName()) parser.fail('a type name');
  const at = parser.here();
  const name = takeName(parser).toLowerCase();
  if (!PLAIN_TYPE_NAME.test(name)) parser.reject(`'${name}' is not a type name`, at);
  return name;
}

function typeArguments(parser: Parser): string[] {
  const args: string[] = [];
  while (!parser.at(')')) {
    args.push(typeArgument(parser));
    if (!parser.accept(',')) break;
  }
  return args;
}

/** A number, a text (a time zone), a type, or a named type as in `tuple(a int)`. */
function typeArgument(parser: Parser): string {
  parser.node();
  if (parser.at('number')) return takeText(parser);
  if (parser.at('string')) {
    if (parser.peek(1) === '==') parser.unsupported('An Enum type');
    return takeText(parser);
  }
  const next = parser.peek(1);
  if (parser.atName() && next !== '(' && next !== ',' && next !== ')' && next !== '[') {
    return `${simpleName(parser)} ${typeName(parser)}`;
  }
  return typeName(parser);
}

function takeText(parser: Parser): string {
  const text = parser.text();
  parser.advance();
  return text;
}
