import type { TypeKind, ValueType } from '../../types/value-type';
import { typeOf } from '../../types/value-type';

/** Columns in the order of `SELECT *`. */
export type SystemColumns = Readonly<Record<string, ValueType>>;

/** A row as the store returns it: Dates, numbers, booleans, text, documents, null. */
export type SystemRow = Readonly<Record<string, unknown>>;

const KINDS = {
  text: 'String',
  integer: 'Integer',
  float: 'Float',
  boolean: 'Boolean',
  // A boolean of the store that statements read as 1 or 0, where PostHog computes it so.
  flag: 'Integer',
  timestamp: 'DateTime',
  document: 'JSON',
  list: 'Array',
} as const satisfies Readonly<Record<string, TypeKind>>;

/** Reads a list `name kind, name kind? …`; a question mark allows NULL. */
export function columns(list: string): SystemColumns {
  return Object.fromEntries(
    list.split(',').map((item) => {
      const [, name, kind, optional] = /^\s*(\w+) (\w+)(\??)\s*$/.exec(item) ?? [];
      if (name === undefined || !isKind(kind)) throw new Error(`Not a column: ${item}`);
      return [name, typeOf(KINDS[kind], optional === '?')];
    }),
  );
}

function isKind(kind: string | undefined): kind is keyof typeof KINDS {
  return kind !== undefined && Object.hasOwn(KINDS, kind);
}
