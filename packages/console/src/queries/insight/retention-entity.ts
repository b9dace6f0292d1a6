import { defined } from './defined';
import type { RetentionEntity, SeriesNode } from './types';

/**
 * The event or action of a retention query as a series node. The default is the page view
 * (`docs/wire/insights-others.md#retention-entities`).
 */
export function nodeOfEntity(entity: RetentionEntity | null | undefined): SeriesNode {
  if (entity === null || entity === undefined) {
    return { kind: 'EventsNode', event: '$pageview', name: '$pageview' };
  }
  const { id = null, type, kind, name, properties } = entity;
  const shared = defined({ name: name ?? undefined, properties: properties ?? undefined });
  if (type === 'actions' || kind === 'ActionsNode') {
    return { kind: 'ActionsNode', id: Number(id), ...shared };
  }
  return { kind: 'EventsNode', event: id === null ? null : String(id), ...shared };
}

/** Converts an event or action to the format of a retention query. Any other node becomes an event with its name. */
export function entityOf(node: SeriesNode): RetentionEntity {
  const shared = defined({
    name: node.name ?? undefined,
    properties: node.properties ?? undefined,
  });
  switch (node.kind) {
    case 'ActionsNode':
      return { id: node.id, type: 'actions', ...shared };
    case 'EventsNode':
      return { id: node.event ?? null, type: 'events', ...shared };
    case 'GroupNode':
      return { id: null, type: 'events', name: 'All events' };
    case 'DataWarehouseNode':
      return {
        id: node.id,
        type: 'data_warehouse',
        name: node.name ?? node.table_name,
        table_name: node.table_name,
        timestamp_field: node.timestamp_field,
        aggregation_target_field: node.distinct_id_field,
      };
  }
}
