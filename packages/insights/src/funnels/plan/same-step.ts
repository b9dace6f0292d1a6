import type { FunnelExclusion, SeriesNode } from '@tidemark/contracts';
import { isWarehouseSeries, sourceKeyOf } from '../../series/warehouse-series';

type Entity = SeriesNode | FunnelExclusion;
type Filters = SeriesNode['properties'];

/**
 * Whether all events of `narrow` match `wide`, as far as their text shows it: the filters of `wide` are among those
 * of `narrow`.
 */
export function takesAllOf(wide: Entity, narrow: Entity): boolean {
  return (
    isSameEntity(wide, narrow) &&
    areAmong(wide.properties, narrow.properties) &&
    areAmong(wide.fixedProperties, narrow.fixedProperties)
  );
}

function isSameEntity(one: Entity, other: Entity): boolean {
  if (one.kind === 'EventsNode') {
    return other.kind === 'EventsNode' && (one.event ?? null) === (other.event ?? null);
  }
  if (one.kind === 'ActionsNode') return other.kind === 'ActionsNode' && one.id === other.id;
  return (
    isWarehouseSeries(one) && isWarehouseSeries(other) && sourceKeyOf(one) === sourceKeyOf(other)
  );
}

function areAmong(few: Filters, many: Filters): boolean {
  const left = textsOf(many);
  return textsOf(few).every((text) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** The text of each filter; a group of filters has one text. Placeholders of clients are ignored. */
function textsOf(filters: Filters): string[] {
  if (filters === null || filters === undefined) return [];
  if (!Array.isArray(filters)) return [JSON.stringify(filters)];
  return filters
    .filter((filter) => Object.keys(filter).length > 0 && filter.type !== 'empty')
    .map(({ type, key, operator, value }) =>
      JSON.stringify([type ?? 'event', key, operator ?? 'exact', value ?? null]),
    );
}
