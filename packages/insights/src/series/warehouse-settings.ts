import type { SeriesNode } from '@tidemark/contracts';
import { InsightError } from '../insight-error';
import type { SharedFilters } from './query-filters';
import { isWarehouseSeries } from './warehouse-series';

/**
 * Filters of the whole insight are of events, and so are samples: they are not for rows of tables, as in the
 * original.
 *
 * @param insights such as `lifecycle insights`
 * @throws InsightError
 */
export function checkWarehouseSettings(
  query: SharedFilters,
  series: readonly SeriesNode[],
  insights: string,
): void {
  if (!series.some(isWarehouseSeries)) return;
  const refused = [
    ...(hasFilter(query.properties) ? ['filters'] : []),
    ...(query.filterTestAccounts === true ? ['test account filters'] : []),
    ...(typeof query.samplingFactor === 'number' ? ['sampling'] : []),
  ];
  const [first] = refused;
  if (first === undefined) return;
  const names = refused.join(' and ');
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
