import type { CohortLeaf } from '@tidemark/contracts';
import type { Expr, SelectQuery, Statement } from '../../syntax/ast';
import { astBuilder } from '../../syntax/build';
import { leafExpr } from '../cohorts/cohort-statement';
import { parseSelect } from '../../syntax/parser';
import { comparePropertyExpr } from '../property-filters/compare-property';
import type { PropertyFilter } from '../property-filters/filter';

/** The target of a flag's condition set, and the filters that must all match. */
export type FlagAudience =
  | { readonly about: 'persons'; readonly filters: readonly CohortLeaf[] }
  | {
      readonly about: 'groups';
      readonly groupTypeIndex: number;
      readonly filters: readonly (Pick<PropertyFilter, 'operator' | 'value'> & {
        readonly key: string;
      })[];
    };

const ast = astBuilder({ start: 0, end: 0 });

/**
 * The statement that counts the persons or groups that a condition set of a flag reaches: one row with the number
 * that match its filters and the total. Without filters both are the same.
 *
 * @throws HogQLError for a filter that HogQL cannot express
 */
export function flagReachStatement(audience: FlagAudience, now: Date): Statement {
  if (audience.about === 'persons') {
    return counting(
      'persons',
      ast.and(audience.filters.map((leaf) => leafExpr(leaf, { now, timezone: 'UTC' }, ast))),
    );
  }
  const matches = audience.filters.map((filter) =>
    comparePropertyExpr(filter, ast.field('groups', 'properties', filter.key), {
      ast,
      now,
      timezone: 'UTC',
      comparedAs: 'text',
    }),
  );
  const { groupTypeIndex } = audience;
  const where = ast.compare('==', ast.field('groups', 'index'), ast.constant(groupTypeIndex));
  return { ...counting('groups', ast.and(matches)), where };
}

function counting(table: 'persons' | 'groups', condition: Expr): SelectQuery {
  const skeleton = parseSelect(`select 1 as affected, count() as total from ${table}`);
  const [affected, total] = (skeleton as SelectQuery).select;
  if (affected?.type !== 'Alias' || total === undefined)
    throw new Error('the skeleton has changed');
  const select = [{ ...affected, expr: ast.call('countIf', condition) }, total];
  return { ...(skeleton as SelectQuery), select };
}
