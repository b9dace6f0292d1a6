import type { CohortPersonFilter, CohortPersonMetadataFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../../syntax/build';
import type { Expr } from '../../syntax/ast';
import { propertyFilterExpr } from '../property-filters/property-filter';

/**
 * A filter on a property or column of a person as a condition on `persons`. Flags evaluate cohorts too, without the
 * time zone of a project: dates without a zone are UTC.
 */
export function personFilterExpr(
  filter: CohortPersonFilter | CohortPersonMetadataFilter,
  now: Date,
  ast: AstBuilder,
): Expr {
  return propertyFilterExpr(filter, {
    scope: 'person',
    table: 'persons',
    now,
    timezone: 'UTC',
    ast,
  });
}
