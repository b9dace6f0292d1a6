import type { CompareOp, ConstantValue } from '../ast';
import type { DateContext } from '../dates/relative-date';
import { resolveMoment } from '../dates/relative-date';
import { HogQLError } from '../errors';
import { momentExpr } from './moment';
import type { Operator } from './operator';

function comparing(op: CompareOp): Operator {
  return (property, values, context) => {
    const { ast } = context;
    const date = ast.call('toDateTime', property);
    // What is no date matches nothing.
    return ast.and([
      ast.compare('!=', date, ast.constant(null)),
      ast.or(
        values.map((value) => ast.compare(op, date, momentExpr(momentIn(value, context), ast))),
      ),
    ]);
  };
}

function momentIn(value: ConstantValue, context: DateContext): Date {
  const moment =
    typeof value === 'string' || typeof value === 'number'
      ? resolveMoment(String(value), context)
      : null;
  if (moment !== null) return moment;
  throw new HogQLError('hogql_query_error', 'A date filter needs a date such as -7d or 2024-01-15');
}

/** Dates, absolute or relative to now; both sides compare as moments. */
export const dateOperators: Readonly<Record<string, Operator>> = {
  is_date_exact: comparing('=='),
  is_date_before: comparing('<'),
  is_date_after: comparing('>'),
};
