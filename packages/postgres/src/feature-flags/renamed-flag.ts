/** The parts of an insight that may contain the key of a flag. */
interface NamesFlag {
  readonly description: string | null;
  readonly query: Readonly<Record<string, unknown>> | null;
}

/** The event properties that contain the key of a flag. */
const FLAG_PROPERTIES: ReadonlySet<unknown> = new Set(['$feature_flag', 'feature_flag']);

/** An insight about a flag, with the flag's new key. Nothing else is changed. */
export function withRenamedFlag<T extends NamesFlag>(insight: T, from: string, to: string): T {
  const suffix = `with key: ${from}`;
  const { description, query } = insight;
  return {
    ...insight,
    description: description?.endsWith(suffix)
      ? `${description.slice(0, -from.length)}${to}`.slice(0, 400)
      : description,
    query: query && renamed(query, from, to),
  };
}

function renamed<T>(value: T, from: string, to: string): T {
  if (Array.isArray(value)) return value.map((item: unknown) => renamed(item, from, to)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const isAbout = 'key' in value && FLAG_PROPERTIES.has(value.key);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      isAbout && name === 'value' && item === from ? to : renamed(item as unknown, from, to),
    ]),
  ) as T;
}
