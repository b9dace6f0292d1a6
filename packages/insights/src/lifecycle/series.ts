import type { LifecycleDataWarehouseNode, LifecycleQuery, SeriesNode } from '@tidemark/contracts';
import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import { noSeries } from '../series/no-series';
import { checkWarehouseSettings } from '../series/warehouse-settings';

/** The series of a lifecycle query. */
export interface LifecycleSeries {
  readonly node: SeriesNode;
  /** The series as written in the query, if its rows are those of a table. */
  readonly table: LifecycleDataWarehouseNode | null;
}

/** The only series that is used. @throws InsightError */
export function lifecycleSeries(query: LifecycleQuery, context: InsightContext): LifecycleSeries {
  const [series] = lifecycleNodes(query);
  if (series === undefined) throw noSeries('Lifecycle');
  const { node, table } = series;
  if (query.customAggregationTarget === true && table === null) {
    throw new InsightError(
      'Custom entity aggregation target is not supported for lifecycle insights without a data warehouse series.',
      'customAggregationTarget',
    );
  }
  if (node.kind === 'DataWarehouseNode' && table === null) {
    throw new InsightError('Lifecycle needs a LifecycleDataWarehouseNode for tables', 'series.0');
  }
  if (node.kind === 'ActionsNode' && !context.actionNames.has(node.id)) {
    throw new InsightError(`Action ID ${node.id} does not exist!`, 'series.0.id');
  }
  checkWarehouseSettings(query, [node], 'lifecycle insights');
  return series;
}

/** Every series of the query; series on tables are converted to the form of all insights. */
export function lifecycleNodes({ series }: Pick<LifecycleQuery, 'series'>): LifecycleSeries[] {
  return series.map((node) => {
    if (node.kind !== 'LifecycleDataWarehouseNode') return { node, table: null };
    const { aggregation_target_field, created_at_field: _, ...shared } = node;
    return {
      node: {
        ...shared,
        kind: 'DataWarehouseNode',
        id_field: aggregation_target_field,
        distinct_id_field: aggregation_target_field,
      },
      table: node,
    };
  });
}
