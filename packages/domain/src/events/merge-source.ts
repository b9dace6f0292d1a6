import type { Properties } from '../properties';

/** Events that bring two distinct ids together; they make no sense without person processing. */
export const MERGE_EVENTS: ReadonlySet<string> = new Set([
  '$identify',
  '$create_alias',
  '$merge_dangerously',
]);

/**
 * The id to merge into the event's own (`docs/wire/capture-processing.md#merge-source`), as text; null when the event
 * asks for no merge.
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
 * The text that `String(value)` gives for plain JSON, which is how PostHog writes it: an object becomes the illegal
 * id `[object Object]`, a list its elements with commas. `String` itself calls `toString` of the value, which
 * is whatever the visitor has sent under that name.
 */
function idText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(elementText).join(',');
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value);
}

function elementText(element: unknown): string {
  return element === null || element === undefined ? '' : idText(element);
}
