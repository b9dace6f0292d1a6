import type { ViewQuery } from '../ast';
import { HogQLError } from '../errors';
import type { TableReader } from '../resolve/table-reader';
import type { LoweringContext } from './environment';
import { SubqueryReader } from './subquery-reader';

/** A saved view is a sub-query; its mistakes are told at its name, since its text is not that of the statement. */
export function viewReader(view: ViewQuery, context: LoweringContext): TableReader {
  context.countExpansion(view.statement);
  context.tableNames.add(view.name);
  try {
    return new SubqueryReader(context.lowerView(view.statement));
  } catch (error) {
    if (!(error instanceof HogQLError)) throw error;
    throw new HogQLError(error.code, `In the view ${view.name}: ${error.message}`, view);
  }
}
