import type { SeriesNode } from '@tidemark/contracts';
import type { InsightContext } from '../insight/context';

const ALL_EVENTS = 'All events';

/** The default name of a series. */
export function entityName(node: SeriesNode, { actionNames }: InsightContext): string {
  switch (node.kind) {
    case 'EventsNode':
      return node.event ?? ALL_EVENTS;
    case 'ActionsNode':
      return actionNames.get(node.id) ?? String(node.id);
    case 'DataWarehouseNode':
      return node.table_name;
    case 'GroupNode':
      return node.name ?? node.nodes.map((inner) => entityNameOf(inner, actionNames)).join(', ');
  }
}

function entityNameOf(
  node: Extract<SeriesNode, { kind: 'EventsNode' | 'ActionsNode' }>,
  actionNames: InsightContext['actionNames'],
): string {
  if (node.kind === 'EventsNode') return node.event ?? ALL_EVENTS;
  return actionNames.get(node.id) ?? String(node.id);
}

/** Action ids anywhere in a list of series. */
export function actionIdsOf(nodes: readonly SeriesNode[]): number[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'ActionsNode') return [node.id];
    return node.kind === 'GroupNode' ? actionIdsOf(node.nodes) : [];
  });
}
