import { astBuilder } from '../../syntax/build';
import type { DateContext } from '../../dates/relative-date';
import { HogQLError } from '../../syntax/errors';
import type { FilterScope, PropertyFilter } from './filter';
import { propertyFilterExpr } from './property-filter';

/**
 * Why no query could apply a property filter to rows of a scope, whatever the project holds; null when one could.
 * For resources that keep filters: a filter that cannot be compiled would break every query that uses the resource.
 *
 * @param dates what dates in the filter are read against
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
