import type { FunnelExclusion, FunnelsQuery, SeriesNode } from '@tidemark/contracts';
import type { InsightContext } from '../../insight-context';
import { InsightError } from '../../insight-error';

/** Steps and exclusions of actions that do not exist match nothing, which nobody means. @throws InsightError */
export function checkActions(
  { series, funnelsFilter }: FunnelsQuery,
  { actionNames }: InsightContext,
): void {
  const check = (nodes: readonly (SeriesNode | FunnelExclusion)[], field: string): void => {
    for (const [index, node] of nodes.entries()) {
      if (node.kind === 'ActionsNode' && !actionNames.has(node.id)) {
        throw new InsightError(`Action ID ${node.id} does not exist!`, `${field}.${index}.id`);
      }
    }
  };
  check(series, 'series');
  check(funnelsFilter?.exclusions ?? [], 'funnelsFilter.exclusions');
}
