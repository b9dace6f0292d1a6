import type { CompareOp, ConstantValue } from '../../syntax/ast';
import type { DateContext } from '../../dates/relative-date';
import { DATE_FORMS } from '../../dates/date-text';
import { resolveTimestamp } from '../../dates/relative-date';
import { HogQLError } from '../../syntax/errors';
import { timestampExpr } from './timestamp-expr';
import type { Operator } from './operator';

function comparing(op: CompareOp): Operator {
  return (property, values, context) => {
    const { ast } = context;
    const date = ast.call('toDateTime', property);
    // A value that is not a date matches nothing.
    return ast.and([
      ast.compare('!=', date, ast.constant(null)),
      ast.or(
        values.map((value) =>
          ast.compare(op, date, timestampExpr(timestampIn(value, context), ast)),
        ),
      ),
    ]);
  };
}

function timestampIn(value: ConstantValue, context: DateContext): Date {
  const timestamp =
    typeof value === 'string' || typeof value === 'number'
      ? resolveTimestamp(String(value), context)
      : null;
  if (timestamp !== null) return timestamp;
  const shown = String(value).slice(0, 50);
  throw new HogQLError(
    'hogql_query_error',
    `'${shown}' in a date filter is not a date: ${DATE_FORMS}`,
  );
}

/** Dates, absolute or relative to now; both sides compare as times. */
export const dateOperators: Readonly<Record<string, Operator>> = {
  is_date_exact: comparing('=='),
  is_date_before: comparing('<'),
  is_date_after: comparing('>'),
};
