import { typeOf } from '../types/value-type';
import type { TypeKind } from '../types/value-type';
import type { FieldDefinition, PropertyOwner } from './definitions';

/** A physical column that is never null. */
export function field(column: string, kind: TypeKind, hidden = false): FieldDefinition {
  return { kind: 'column', column, type: typeOf(kind), hidden };
}

/** A property bag: a JSON column and, if there is one, the column of its original text. */
export function json(
  column: string,
  text: string | null,
  owner: PropertyOwner | null,
  textOnly: ReadonlySet<string> = new Set(),
): FieldDefinition {
  return { kind: 'json', column, text, owner, textOnly };
}

/** A synonym of a path in the same table. */
export function path(to: readonly string[]): FieldDefinition {
  return { kind: 'path', to };
}
