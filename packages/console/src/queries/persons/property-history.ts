/** An event that set or removed properties of a person. */
export interface PropertyWrite {
  readonly uuid: string;
  readonly event: string;
  readonly timestamp: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly setOnce: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

/** A change of a property by one event. */
export interface PropertyChange {
  readonly uuid: string;
  readonly event: string;
  readonly timestamp: string;
  readonly key: string;
  /** Undefined if the property was not set before. */
  readonly before: unknown;
  /** Undefined if the property was removed. */
  readonly after: unknown;
}

/**
 * The changes that events made to properties, the newest first. Writing the same value again is not a change, and
 * `$set_once` writes only properties that are not set.
 *
 * @param writes the oldest first
 */
export function propertyChanges(writes: readonly PropertyWrite[]): readonly PropertyChange[] {
  const known = new Map<string, unknown>();
  const changes: PropertyChange[] = [];
  for (const { uuid, event, timestamp, set, setOnce, unset } of writes) {
    const note = (key: string, after: unknown): void => {
      const before = known.get(key);
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      changes.push({ uuid, event, timestamp, key, before, after });
      if (after === undefined) known.delete(key);
      else known.set(key, after);
    };
    for (const [key, value] of Object.entries(setOnce)) if (!known.has(key)) note(key, value);
    for (const [key, value] of Object.entries(set)) note(key, value);
    for (const key of unset) note(key, undefined);
  }
  return changes.toReversed();
}

/** The object in a cell of a result, as JSON text or already parsed; empty for any other value. */
export function objectOf(cell: unknown): Readonly<Record<string, unknown>> {
  const value = parsed(cell);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The texts of a list in a cell; empty for any other value. */
export function textsOf(cell: unknown): readonly string[] {
  const value = parsed(cell);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function parsed(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    // A client may send a text instead of an object. It sets no property.
    return null;
  }
}
