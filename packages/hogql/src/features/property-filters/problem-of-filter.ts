import { astBuilder } from '../../syntax/build';
import type { DateContext } from '../../dates/relative-date';
import { HogQLError } from '../../syntax/errors';
import type { FilterScope, PropertyFilter } from './filter';
import { propertyFilterExpr } from './property-filter';

/**
 * Why no query can apply a property filter to rows of a scope, regardless of the project's data; null when a query
 * can. For resources that store filters: a filter that cannot be compiled would break every query that uses the
 * resource.
 *
 * @param dates the reference for dates in the filter
 */
export function problemOfPropertyFilter(
  filter: PropertyFilter,
  scope: FilterScope,
  dates: DateContext,
): string | null {
  try {
    propertyFilterExpr(filter, {
      ...dates,
      scope,
      table: scope,
      ast: astBuilder({ start: 0, end: 0 }),
    });
    return null;
  } catch (error) {
    if (error instanceof HogQLError) return error.message;
    throw error;
  }
}
