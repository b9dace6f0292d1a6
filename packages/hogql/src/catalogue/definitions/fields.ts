import { typeOf } from '../../types/value-type';
import type { TypeKind } from '../../types/value-type';
import type { FieldDefinition } from './table-definition';
import type { PropertyOwner } from '../../types/property-type';

/** A physical column that is never null. */
export function field(column: string, kind: TypeKind, hidden = false): FieldDefinition {
  return { kind: 'column', column, type: typeOf(kind), hidden };
}

interface BagOptions {
  /** First steps of paths that only the original document contains, not the JSON column. */
  readonly textOnly?: ReadonlySet<string>;
  /** Whether all stored values of a key are texts; absent: unknown. */
  readonly isText?: ((key: string) => boolean) | undefined;
  /** Keys that are computed by fields of the table instead. */
  readonly virtual?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A property bag: a JSON column and, if there is one, the column of its original text. */
export function json(
  column: string,
  text: string | null,
  owner: PropertyOwner | null,
  { textOnly = NONE, virtual = NONE, isText = () => false }: BagOptions = {},
): FieldDefinition {
  return { kind: 'json', column, text, owner, textOnly, virtual, isText };
}

/** A synonym for a path in the same table. */
export function path(to: readonly string[]): FieldDefinition {
  return { kind: 'path', to };
}
