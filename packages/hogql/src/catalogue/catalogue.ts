import type { TableDefinition } from './definitions/table-definition';

/** The tables that a statement can name. */
export interface Catalogue {
  readonly has: (name: string) => boolean;
  readonly get: (name: string) => TableDefinition | undefined;
  readonly keys: () => Iterable<string>;
  readonly values: () => readonly TableDefinition[];
}

/** A table, or a function that creates the table with this name. */
export type CatalogueEntry =
  TableDefinition | { readonly name: string; readonly make: () => TableDefinition };

/**
 * Returns a catalogue that creates each table when it is first read, because most statements read one table or none. If
 * several entries have the same name, the last one is used.
 */
export function catalogueOf(entries: readonly CatalogueEntry[]): Catalogue {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const get = (name: string): TableDefinition | undefined => {
    const entry = byName.get(name);
    if (entry === undefined || !('make' in entry)) return entry;
    const table = entry.make();
    byName.set(name, table);
    return table;
  };
  return {
    has: (name) => byName.has(name),
    get,
    keys: () => byName.keys(),
    values: () => [...byName.keys()].flatMap((name) => get(name) ?? []),
  };
}
