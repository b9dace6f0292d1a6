import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { containsAggregation } from '@tidemark/hogql';
import { ast, number, text } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import { userExpr } from '../../hogql-builders/user-expr';
import { InsightError } from '../../insight/error';
import { isSessionProperty, mathValue } from '../../series/property-value';

/** How the events of a unit become one number (`docs/wire/experiments.md#value-maths`). */
export interface ValueOfUnit {
  /** The values of an event that are kept. */
  readonly item: Expr;
  /** The kept values are numbers and never NULL. */
  readonly isNumber: boolean;
  /** A further condition on events: those without a value do not count; null without one. */
  readonly present: Expr | null;
  readonly made:
    /** By a function over the list `items` of `(timestamp, value)`. */
    | { readonly from: 'list'; readonly sql: string }
    /** By an aggregate over values, one per row. */
    | { readonly from: 'rows'; readonly call: (value: Expr) => Expr };
}

const SUM = 'arraySum(item -> item.2, items)';

const OF_NUMBERS: Readonly<Record<string, string>> = {
  sum: SUM,
  avg: 'if(empty(items), 0, arrayAvg(item -> item.2, items))',
  min: 'if(empty(items), 0, arrayMin(item -> item.2, items))',
  max: 'if(empty(items), 0, arrayMax(item -> item.2, items))',
};

/** Aggregates of anything; all others are of numbers. */
const OF_ANYTHING: ReadonlySet<string> = new Set([
  'uniq',
  'uniqif',
  'uniqexact',
  'uniqexactif',
  'count',
  'countif',
]);

/** @throws InsightError for a math that experiments do not have */
export function valueOfUnit(source: ExperimentSource, field: string): ValueOfUnit {
  const math = source.math ?? 'total';
  switch (math) {
    case 'total':
      return counted();
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return ofNumbers(source, OF_NUMBERS[math] ?? SUM, field);
    case 'dau':
      return distinct(ast.call('toString', ast.field(EVENTS, 'person_id')));
    case 'unique_session':
      return distinct(expr("ifNull(toString({id}), '')", { id: ast.field(EVENTS, '$session_id') }));
    case 'unique_group':
      return distinct(ast.field(EVENTS, `$group_${groupOf(source, field)}`));
    case 'hogql':
      return ofExpression(source, field);
    default:
      throw new InsightError(`Experiments do not have the math ${math}`, `${field}.math`);
  }
}

function counted(): ValueOfUnit {
  return {
    item: number(1),
    isNumber: true,
    present: null,
    made: { from: 'list', sql: 'length(items)' },
  };
}

/** Without a property each event is 1; an event without a number is 0, as is one whose number is infinite or NaN. */
function ofNumbers(source: ExperimentSource, sql: string, field: string): ValueOfUnit {
  const { math_property: key } = source;
  if (isSessionProperty(source)) {
    throw new InsightError(
      'Properties of sessions are not supported in experiments',
      `${field}.math_property`,
    );
  }
  const item =
    key === null || key === undefined || key === ''
      ? number(1)
      : expr('if(isFinite(ifNull({value}, 0)), ifNull({value}, 0), 0)', {
          value: mathValue(source, field),
        });
  return { item, isNumber: true, present: null, made: { from: 'list', sql } };
}

function distinct(item: Expr): ValueOfUnit {
  return {
    item,
    isNumber: false,
    present: ast.compare('!=', item, text('')),
    made: { from: 'list', sql: 'arrayUniq(arrayMap(item -> item.2, items))' },
  };
}

function groupOf({ math_group_type_index: index }: ExperimentSource, field: string): number {
  if (typeof index === 'number') return index;
  throw new InsightError('This math needs a group type', `${field}.math_group_type_index`);
}

/** One aggregate of one argument; an expression without one is summed. */
function ofExpression({ math_hogql: source }: ExperimentSource, field: string): ValueOfUnit {
  if (source === null || source === undefined) return counted();
  const at = `${field}.math_hogql`;
  const given = userExpr(source, at);
  const asNumber = (value: Expr): Expr => ast.call('toFloat', value);
  if (!containsAggregation(given)) {
    const call = (value: Expr): Expr => ast.call('sum', asNumber(value));
    return { item: given, isNumber: false, present: null, made: { from: 'rows', call } };
  }
  if (given.type !== 'Call' || given.args.length > 1 || given.args.some(containsAggregation)) {
    throw new InsightError(
      'This math needs one aggregation of one value, such as sum(properties.price)',
      at,
    );
  }
  const isOfAnything = OF_ANYTHING.has(given.name.toLowerCase());
  const call = (value: Expr): Expr => ({
    ...given,
    args: [isOfAnything ? value : asNumber(value)],
  });
  return {
    item: given.args[0] ?? number(1),
    isNumber: false,
    present: null,
    made: { from: 'rows', call },
  };
}
