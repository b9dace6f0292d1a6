import { ownValue } from '../json';
import type { RequestFacts } from './context';

/**
 * A person property that the request itself contains, or undefined: overrides first, then the GeoIP lookup, then
 * `distinct_id`. The lookup replaces an override of null.
 */
export function requestPersonValue(request: RequestFacts, key: string): unknown {
  const override = ownValue(request.personPropertyOverrides, key);
  if (override !== undefined && override !== null) return override;
  const located = ownValue(request.geoipProperties, key);
  if (located !== undefined) return located;
  if (override === null) return null;
  return key === 'distinct_id' ? request.distinctId : undefined;
}

/** A group property that the request itself contains, or undefined. */
export function requestGroupValue(request: RequestFacts, groupType: string, key: string): unknown {
  if (key === '$group_key') return groupKey(request, groupType) ?? undefined;
  const overrides = Object.hasOwn(request.groupPropertyOverrides, groupType)
    ? request.groupPropertyOverrides[groupType]
    : undefined;
  return overrides && ownValue(overrides, key);
}

/** The key of the request's group of this type as text; null when there is no usable one. */
export function groupKey(request: RequestFacts, groupType: string): string | null {
  const key = ownValue(request.groups, groupType);
  if (typeof key === 'number') return String(key);
  return typeof key === 'string' && key !== '' ? key : null;
}
