import { escapeLike } from '@tidemark/domain';
import type { CompareOp, ConstantValue, Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { dateOperators } from './date-operators';
import type { ComparedAs, Operator } from './operator';
import { cleanedPath } from './path-cleaning';
import { semverOperators } from './semver-operators';
import { numberOf } from './values';

type Pattern = (text: string) => string;

function textTests(op: CompareOp, join: 'and' | 'or', pattern: Pattern): Operator {
  return (property, values, { ast }) =>
    ast[join](
      values.map((value) =>
        ast.compare(op, ast.call('toString', property), ast.constant(pattern(String(value)))),
      ),
    );
}

/** One value is a LIKE pattern; several values are plain texts (`docs/wire/insights.md#operator-contains`). */
function containing(op: 'ilike' | 'not ilike', isPlain = false): Operator {
  const join = op === 'ilike' ? 'or' : 'and';
  return (property, values, context) => {
    const pattern: Pattern =
      isPlain || values.length > 1 ? (text) => around(escapeLike(text)) : around;
    return textTests(op, join, pattern)(property, values, context);
  };
}

const around: Pattern = (text) => `%${text}%`;

const any = (op: CompareOp, pattern: Pattern = String): Operator => textTests(op, 'or', pattern);
const none = (op: CompareOp, pattern: Pattern = String): Operator => textTests(op, 'and', pattern);

const starting: Pattern = (text) => `${text}%`;
const ending: Pattern = (text) => `%${text}`;

/** Numbers compare as numbers, other values by the property's definition; one of several values must match. */
function ordering(op: '<' | '<=' | '>' | '>='): Operator {
  return (property, values, { ast }) =>
    ast.or(
      values.map((value) =>
        ast.compare(op, property, ast.constant(numberOf(value) ?? String(value))),
      ),
    );
}

const BOOLEANS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['false', 0],
]);

/** The constant that equals the value in a column. */
const CONSTANTS: Readonly<
  Record<ComparedAs, (value: NonNullable<ConstantValue>) => string | number>
> = {
  text: String,
  number: (value) => numberOf(value) ?? String(value),
  boolean: (value) => BOOLEANS.get(String(value).toLowerCase()) ?? numberOf(value) ?? String(value),
};

/** Equality by the property's definition; without one, equality of texts. */
function equality(negated: boolean): Operator {
  return (property, values, { ast, comparedAs }) => {
    const constantOf = CONSTANTS[comparedAs];
    const wanted = values.map((value) => (value === null ? null : constantOf(value)));
    const [only = null] = wanted;
    return wanted.length === 1
      ? ast.compare(negated ? '!=' : '==', property, ast.constant(only))
      : ast.compare(negated ? 'not in' : 'in', property, ast.list(wanted));
  };
}

/** Compares both sides after the project's path cleaning rules. */
const sameCleanedPath: Operator = (property, values, context) => {
  const { ast, pathCleaning: rules = [] } = context;
  if (rules.length === 0) return equality(false)(property, values, context);
  const clean = (path: Expr): Expr => cleanedPath(path, rules, ast);
  return ast.or(
    values.map((value) =>
      ast.compare('==', clean(ast.call('toString', property)), clean(ast.constant(String(value)))),
    ),
  );
};

/** Two bounds, both included. Outside of them is also what is missing or no number, as for every negative operator. */
const withBounds =
  (negated: boolean): Operator =>
  (property, values, { ast }) => {
    const [low, high] = values.map(numberOf);
    if (values.length !== 2 || typeof low !== 'number' || typeof high !== 'number' || low > high) {
      throw new HogQLError(
        'hogql_query_error',
        "The operators 'between' and 'not_between' need two numbers, the smaller one first",
      );
    }
    const within = ast.and([
      ast.compare('>=', property, ast.constant(low)),
      ast.compare('<=', property, ast.constant(high)),
    ]);
    return negated ? ast.not(within) : within;
  };

const isSet = (op: '!=' | '=='): Operator => {
  return (property, _, { ast }) => ast.compare(op, property, ast.constant(null));
};

/** Every operator of the wire format (`docs/wire/hogql.md#filter-operators`), by name. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  exact: equality(false),
  is_not: equality(true),
  in: equality(false),
  not_in: equality(true),
  is_cleaned_path_exact: sameCleanedPath,
  icontains: containing('ilike'),
  not_icontains: containing('not ilike'),
  icontains_multi: containing('ilike', true),
  not_icontains_multi: containing('not ilike', true),
  starts_with: any('ilike', starting),
  not_starts_with: none('not ilike', starting),
  ends_with: any('ilike', ending),
  not_ends_with: none('not ilike', ending),
  between: withBounds(false),
  not_between: withBounds(true),
  regex: any('=~'),
  not_regex: none('!~'),
  gt: ordering('>'),
  gte: ordering('>='),
  lt: ordering('<'),
  lte: ordering('<='),
  min: ordering('>='),
  max: ordering('<='),
  is_set: isSet('!='),
  is_not_set: isSet('=='),
  ...dateOperators,
  ...semverOperators,
};

/** @throws HogQLError for an unknown operator */
export function findOperator(name: string): Operator {
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator !== undefined) return operator;
  throw new HogQLError(
    'hogql_not_implemented',
    `The property operator '${name}' is not supported yet`,
  );
}
