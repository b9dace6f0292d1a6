/** An event in the response of a dry run. */
export interface ShownEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A value of an event before and after the rules; null if it is not set. */
export interface EventChange {
  readonly part: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The differences between two events: the name, the distinct id, and properties by their path. */
export function eventChanges(before: ShownEvent, after: ShownEvent): readonly EventChange[] {
  return [
    ...leafChanges('event', before.event, after.event),
    ...leafChanges('distinct_id', before.distinct_id, after.distinct_id),
    ...leafChanges('', before.properties, after.properties),
  ];
}

function leafChanges(path: string, before: unknown, after: unknown): readonly EventChange[] {
  if (isStructure(before) && isStructure(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      leafChanges(path === '' ? name : `${path}.${name}`, own(before, name), own(after, name)),
    );
  }
  const [old, next] = [textOf(before), textOf(after)];
  return old === next ? [] : [{ part: path, before: old, after: next }];
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
