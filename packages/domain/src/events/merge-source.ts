import type { Properties } from '../properties';

/** Events that bring two distinct ids together; they make no sense without person processing. */
export const MERGE_EVENTS: ReadonlySet<string> = new Set([
  '$identify',
  '$create_alias',
  '$merge_dangerously',
]);

/** The id to merge into the event's own (§5.7), as text; null when the event asks for no merge. */
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

/** As the original spells it: an object becomes the illegal id `[object Object]`. */
function idText(value: unknown): string {
  return String(value);
}
