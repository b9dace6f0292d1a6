/** What the numbers in the filters of a flag stand for in another project; undefined where it has no such thing. */
export interface Translation {
  readonly cohort: (id: number) => number | string | undefined;
  readonly flag: (id: number) => number | string | undefined;
  /** Keyed by the index of a group type, 0 to 4. */
  readonly groupType: (index: number) => number | string | undefined;
}

type Document = Readonly<Record<string, unknown>>;

/** What a flag's filters name in their project. */
export interface Named {
  readonly cohorts: readonly number[];
  readonly flags: readonly number[];
  readonly groupTypes: readonly number[];
}

/**
 * Filters in the terms of another project: the cohorts and flags that conditions name, and the types of groups. What is
 * not translated stays as it is.
 *
 * @param filters JSON; it is not changed
 */
export function translateFilters(filters: Document, translation: Translation): Document {
  return walk(filters, translation) as Document;
}

/** The cohorts, flags and types of groups that filters name, each once, in the order of their first place. */
export function namedIn(filters: Document): Named {
  const [cohorts, flags, groupTypes] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const noted = (into: Set<number>) => (id: number) => {
    into.add(id);
    return undefined;
  };
  walk(filters, { cohort: noted(cohorts), flag: noted(flags), groupType: noted(groupTypes) });
  return { cohorts: [...cohorts], flags: [...flags], groupTypes: [...groupTypes] };
}

const GROUP_TYPE_FIELDS = new Set(['group_type_index', 'aggregation_group_type_index']);

function walk(value: unknown, translation: Translation): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, translation));
  if (typeof value !== 'object' || value === null) return value;
  const document = value as Document;
  const entries = Object.entries(document).map(([field, inner]): [string, unknown] => {
    // Payloads are texts of the project, even if they look like references.
    if (field === 'payloads') return [field, inner];
    if (GROUP_TYPE_FIELDS.has(field) && typeof inner === 'number') {
      return [field, translation.groupType(inner) ?? inner];
    }
    return [field, walk(inner, translation)];
  });
  const copy = Object.fromEntries(entries);
  switch (document['type']) {
    case 'cohort':
      return { ...copy, value: translated(document['value'], translation.cohort) };
    case 'flag':
      return { ...copy, key: keyOf(document['key'], translation.flag) };
    default:
      return copy;
  }
}

function translated(value: unknown, of: Translation['cohort']): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, of));
  const id = typeof value === 'string' && value.trim() === '' ? NaN : Number(value ?? NaN);
  return Number.isSafeInteger(id) ? (of(id) ?? value) : value;
}

/** Conditions name flags by the text of their id. */
function keyOf(key: unknown, of: Translation['flag']): unknown {
  const id = translated(key, of);
  return id === key ? key : String(id);
}
