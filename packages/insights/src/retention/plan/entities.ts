import type { RetentionEntity, RetentionQuery, SeriesNode } from '@tidemark/contracts';

const PAGEVIEW: SeriesNode = { kind: 'EventsNode', event: '$pageview' };

/** The event that starts retention, and the event that counts as a return. */
interface RetentionEntities {
  readonly target: SeriesNode;
  readonly returning: SeriesNode;
}

/** The entities of retention, by default page views (`docs/wire/insights-others.md#retention-entities`). */
export function retentionEntities({ retentionFilter }: RetentionQuery): RetentionEntities {
  return {
    target: nodeOf(retentionFilter.targetEntity),
    returning: nodeOf(retentionFilter.returningEntity),
  };
}

function nodeOf(entity: RetentionEntity | null | undefined): SeriesNode {
  if (entity === null || entity === undefined) return PAGEVIEW;
  const { id = null, type, properties, table_name, timestamp_field } = entity;
  if (type === 'data_warehouse') {
    const actor = entity.aggregation_target_field ?? '';
    return {
      kind: 'DataWarehouseNode',
      id: String(id),
      id_field: actor,
      distinct_id_field: actor,
      table_name: table_name ?? '',
      timestamp_field: timestamp_field ?? '',
      properties,
    };
  }
  if (type === 'actions' || entity.kind === 'ActionsNode') {
    return { kind: 'ActionsNode', id: Number(id), properties };
  }
  return { kind: 'EventsNode', event: id === null ? null : String(id), properties };
}
