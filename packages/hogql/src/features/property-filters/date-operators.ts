import type { CompareOp, ConstantValue } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import { DATE_FORMS } from '../../dates/date-text';
import { resolveMoment } from '../../dates/relative-date';
import { HogQLError } from '../../syntax/errors';
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
  const shown = String(value).slice(0, 50);
  throw new HogQLError(
    'hogql_query_error',
    `'${shown}' in a date filter is not a date: ${DATE_FORMS}`,
  );
}

/** Dates, absolute or relative to now; both sides compare as moments. */
export const dateOperators: Readonly<Record<string, Operator>> = {
  is_date_exact: comparing('=='),
  is_date_before: comparing('<'),
  is_date_after: comparing('>'),
};
