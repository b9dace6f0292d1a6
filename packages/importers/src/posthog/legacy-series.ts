import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import { legacyEntityProperties } from './legacy-properties';
import { compact, LegacyFiltersError, numberOf, parsedOf } from './legacy-values';

export type LegacyInsight =
  'TRENDS' | 'FUNNELS' | 'RETENTION' | 'PATHS' | 'LIFECYCLE' | 'STICKINESS';

const ACTOR_MATHS: readonly unknown[] = [
  ...['dau', 'weekly_active', 'monthly_active', 'unique_group', 'hogql'],
];
const FUNNEL_MATHS: readonly unknown[] = [
  ...['first_time_for_user', 'first_time_for_user_with_filters'],
];

/** Converts the events, actions and tables of filters to series, in their order. */
export function legacySeries(filters: JsonObject, insight: LegacyInsight): readonly JsonObject[] {
  const kinds = ['actions', 'events', 'data_warehouse'] as const;
  const entities = kinds.flatMap((type) => entitiesOf(filters[type], type));
  // The sort keeps the order of entities without one, which are first.
  entities.sort((a, b) => (numberOf(a['order']) || -1) - (numberOf(b['order']) || -1));
  return entities.map((entity) => ({
    ...legacyNode(entity),
    ...compact({ properties: legacyEntityProperties(parsedOf(entity['properties'])) }),
    ...compact(mathOf(entity, insight)),
  }));
}

function entitiesOf(given: unknown, type: string): JsonObject[] {
  const list = parsedOf(given ?? []);
  if (!Array.isArray(list)) throw new LegacyFiltersError(`${type} is not a list`);
  return list.flatMap((entity): JsonObject[] => {
    // Templates left texts in place of events; a new action has no id.
    if (!isObject(entity)) return [];
    const isUnset = type === 'actions' && textOf(entity['id']) === null;
    return isUnset ? [] : [{ ...entity, type }];
  });
}

/** Converts an event, action or table to a node without properties and math. */
export function legacyNode(entity: JsonObject): JsonObject {
  const { id, type } = entity;
  const names = compact({
    name: textOf(entity['name']),
    custom_name: textOf(entity['custom_name']),
  });
  if (type === 'actions') return { kind: 'ActionsNode', id: numberOf(id) ?? id, ...names };
  if (type !== 'data_warehouse') return { kind: 'EventsNode', event: textOf(id), ...names };
  return {
    ...{ kind: 'DataWarehouseNode', id: textOf(id), ...names },
    ...compact({
      ...{ id_field: entity['id_field'], table_name: entity['table_name'] },
      timestamp_field: entity['timestamp_field'],
      distinct_id_field: entity['distinct_id_field'],
    }),
  };
}

function mathOf(entity: JsonObject, insight: LegacyInsight): JsonObject {
  const { math } = entity;
  const chosen = {
    math,
    math_property: entity['math_property'],
    math_property_type: entity['math_property_type'],
    math_hogql: entity['math_hogql'],
    math_group_type_index: numberOf(entity['math_group_type_index']),
  };
  switch (insight) {
    case 'TRENDS':
      return chosen;
    case 'STICKINESS':
      return ACTOR_MATHS.includes(math) ? chosen : { math: 'dau' };
    case 'FUNNELS':
      return {
        ...(FUNNEL_MATHS.includes(math) && { math }),
        ...(entity['optionalInFunnel'] === true && { optionalInFunnel: true }),
      };
    default:
      return {};
  }
}
