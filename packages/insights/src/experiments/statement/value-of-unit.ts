import type { ExperimentSource } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { containsAggregation } from '@tidemark/hogql';
import { ast, number, text } from '../../hogql-builders/ast';
import { EVENTS } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import { userExpr } from '../../hogql-builders/user-expr';
import { InsightError } from '../../insight/error';
import { mathValue } from '../../series/property-value';

/** How the events of a unit become one number (`docs/wire/experiments.md#value-maths`). */
export interface ValueOfUnit {
  /** The value of an event. */
  readonly item: Expr;
  /** A further condition on events: those without a value do not count; null without one. */
  readonly present: Expr | null;
  /**
   * The aggregate over the events of a unit. It is 0 for a unit without events that count.
   *
   * @param value the item of an event
   * @param counts whether the event counts
   */
  readonly aggregate: (value: Expr, counts: Expr) => Expr;
}

const SUM = 'sumIf({value}, {counts})';

const OF_NUMBERS: Readonly<Record<string, string>> = {
  sum: SUM,
  avg: 'if(countIf({counts}) = 0, 0, avgIf({value}, {counts}))',
  min: 'if(countIf({counts}) = 0, 0, minIf({value}, {counts}))',
  max: 'if(countIf({counts}) = 0, 0, maxIf({value}, {counts}))',
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

/** The number of events. */
export function counted(): ValueOfUnit {
  return {
    item: number(1),
    present: null,
    aggregate: (_, counts) => expr('countIf({counts})', { counts }),
  };
}

/**
 * Without a property each event is 1; an event without a number is 0, as is one whose number is infinite or NaN, and a
 * unit whose total is too large for a number.
 */
function ofNumbers(source: ExperimentSource, sql: string, field: string): ValueOfUnit {
  const { math_property: key } = source;
  const item =
    key === null || key === undefined || key === ''
      ? number(1)
      : expr('if(isFinite(ifNull({value}, 0)), ifNull({value}, 0), 0)', {
          value: mathValue(source, field),
        });
  return {
    item,
    present: null,
    aggregate: (value, counts) => {
      const total = expr(sql, { value, counts });
      return expr('if(isFinite({total}), {total}, 0)', { total });
    },
  };
}

function distinct(item: Expr): ValueOfUnit {
  return {
    item,
    present: ast.compare('!=', item, text('')),
    aggregate: (value, counts) => expr('uniqExactIf({value}, {counts})', { value, counts }),
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
    return ofCalls(given, (value) => ast.call('sum', asNumber(value)));
  }
  if (given.type !== 'Call' || given.args.length > 1 || given.args.some(containsAggregation)) {
    throw new InsightError(
      'This math needs one aggregation of one value, such as sum(properties.price)',
      at,
    );
  }
  const isOfAnything = OF_ANYTHING.has(given.name.toLowerCase());
  return ofCalls(given.args[0] ?? number(1), (value) => ({
    ...given,
    args: [isOfAnything ? value : asNumber(value)],
  }));
}

/**
 * An event that does not count has no value: aggregates skip it. A unit whose value is infinite or NaN has 0, because
 * one such value would make the sums of all units meaningless.
 */
function ofCalls(item: Expr, call: (value: Expr) => Expr): ValueOfUnit {
  return {
    item,
    present: null,
    aggregate: (value, counts) =>
      expr('if(isFinite(ifNull(toFloat({call}), 0)), ifNull(toFloat({call}), 0), 0)', {
        call: call(expr('if({counts}, {value}, NULL)', { counts, value })),
      }),
  };
}
