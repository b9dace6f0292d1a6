import type { SeriesNode } from '@tidemark/contracts';
import { InsightError } from '../insight/error';
import type { SharedFilters } from './query-filters';
import { isWarehouseSeries } from './warehouse-series';

/**
 * Rejects filters of the whole insight and sampling: both are on events, and do not apply to rows of tables, as in
 * PostHog.
 *
 * @param insights such as `lifecycle insights`
 * @param hasFilters whether there is any filter in the groups of the query
 * @throws InsightError
 */
export function checkWarehouseSettings(
  query: SharedFilters,
  series: readonly SeriesNode[],
  insights: string,
  hasFilters: (tree: SharedFilters['properties']) => boolean = hasFilter,
): void {
  if (!series.some(isWarehouseSeries)) return;
  const unsupported = [
    ...(hasFilters(query.properties) ? ['filters'] : []),
    ...(query.filterTestAccounts === true ? ['test account filters'] : []),
    ...(typeof query.samplingFactor === 'number' ? ['sampling'] : []),
  ];
  const [first] = unsupported;
  if (first === undefined) return;
  const names = unsupported.join(' and ');
  const verb = names === 'sampling' ? 'is' : 'are';
  throw new InsightError(
    `${names.charAt(0).toUpperCase()}${names.slice(1)} ${verb} not supported for ${insights} with a data warehouse series.`,
    null,
    'data_warehouse_series_unsupported_settings',
  );
}

/** Whether there is any filter inside the groups. */
function hasFilter(tree: unknown): boolean {
  if (tree === null || tree === undefined) return false;
  if (Array.isArray(tree)) return tree.some(hasFilter);
  if (typeof tree !== 'object') return false;
  const { values, key } = tree as { readonly values?: unknown; readonly key?: unknown };
  return key === undefined ? hasFilter(values) : true;
}
