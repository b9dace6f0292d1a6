import type { Properties } from '../properties';

/** Events that merge two distinct ids; they are invalid without person processing. */
export const MERGE_EVENTS: ReadonlySet<string> = new Set([
  '$identify',
  '$create_alias',
  '$merge_dangerously',
]);

/**
 * The distinct id to merge into that of the event (`docs/wire/capture-processing.md#merge-source`), as text; null if
 * the event requests no merge.
 */
export function mergeSourceOf(event: string, properties: Properties): string | null {
  if (event === '$identify') {
    return Object.hasOwn(properties, '$anon_distinct_id')
      ? idText(properties['$anon_distinct_id'])
      : null;
  }
  if (event === '$create_alias' || event === '$merge_dangerously') {
    const { alias } = properties;
    return alias === undefined || alias === null || alias === '' ? null : idText(alias);
  }
  return null;
}

/**
 * Returns the same text as `String(value)` for plain JSON, as in PostHog: an object becomes the illegal id `[object
 * Object]`, a list its elements separated by commas. `String` is not used, because it would call a `toString` that
 * the client may have sent as a property.
 */
function idText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(elementText).join(',');
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value);
}

function elementText(element: unknown): string {
  return element === null || element === undefined ? '' : idText(element);
}
