/** The official parser's tree contains a node that ours cannot express. */
export class NoCounterpart extends Error {}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };
export interface JsonNode {
  [key: string]: Json | undefined;
  node?: string;
  name?: string;
}

export function isNode(value: Json | undefined): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function node(value: Json | undefined): JsonNode {
  if (!isNode(value)) throw new NoCounterpart(`not a node: ${JSON.stringify(value)}`);
  return value;
}

/** Turns a node of the official tree into ours, without positions. */
export type Converter = (source: JsonNode) => unknown;

const converters = new Map<string, Converter>();

/** Nodes are nested: each file of converters uses the others through this table. */
export function addConverters(added: Readonly<Record<string, Converter>>): void {
  for (const [kind, convert] of Object.entries(added)) converters.set(kind, convert);
}

export function toOurs(source: JsonNode): unknown {
  const kind = source.node ?? '';
  const convert = converters.get(kind);
  if (convert === undefined) throw new NoCounterpart(kind);
  return convert(source);
}

export const one = (value: Json | undefined): unknown => toOurs(node(value));
export const optional = (value: Json | undefined): unknown => (isNode(value) ? one(value) : null);

export function list(value: Json | undefined): unknown[] {
  if (!Array.isArray(value)) throw new NoCounterpart('not a list');
  return value.map(one);
}

export const listOrNull = (value: Json | undefined): unknown =>
  Array.isArray(value) ? list(value) : null;

export function nonEmpty(value: Json | undefined): unknown {
  return Array.isArray(value) && value.length > 0 ? list(value) : null;
}

export function pairs(value: Json | undefined): unknown[] {
  if (!Array.isArray(value)) return [];
  return value.map((pair) => list(pair));
}

export function reject(source: JsonNode, fields: readonly string[]): void {
  for (const field of fields) {
    const value = source[field];
    const isEmpty = value === undefined || value === null || value === false;
    if (!isEmpty && !(Array.isArray(value) && value.length === 0)) {
      throw new NoCounterpart(`${source.node ?? ''}.${field}`);
    }
  }
}
