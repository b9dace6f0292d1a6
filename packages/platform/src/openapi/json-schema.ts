import { z } from 'zod';

/** A JSON Schema of the 2020-12 dialect, which OpenAPI 3.1 embeds. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The side of a schema's transformations: the input (requests) or the output (responses). */
export type SchemaSide = 'input' | 'output';

/**
 * Converts the zod schemas of bodies to JSON Schemas. Named schemas become components. The metadata `wire` of a
 * schema replaces zod's description, for transformations that zod cannot describe.
 */
export interface SchemaCollector {
  /** The JSON Schema of a schema. It refers to components by temporary names, which `finish` replaces. */
  of(schema: z.ZodType, side: SchemaSide): JsonSchema;
  /** The properties of an object of parameters, which is never a component. */
  parametersOf(schema: z.ZodType): Pick<JsonSchema, 'properties' | 'required'>;
  /**
   * Makes the document with its components. If the input of a schema differs from its output, for example in required
   * properties, it becomes two components: `Action` and `ActionInput`.
   */
  finish<T>(document: (components: Readonly<Record<string, JsonSchema>>) => T): T;
}

type Names = z.core.$ZodRegistry<{ id: string }>;

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** @param names the names of schemas */
export function createSchemaCollector(names: ReadonlyMap<z.ZodType, string>): SchemaCollector {
  const named: Names = z.registry();
  for (const [schema, id] of names) named.add(schema, { id });
  const sides = {
    input: new Map<string, JsonSchema>(),
    output: new Map<string, JsonSchema>(),
  };
  const nameOf = (id: string, side: SchemaSide): string =>
    side === 'input' && sides.output.has(id) ? `${id}Input` : id;
  const convert = (schema: z.ZodType, side: SchemaSide, metadata: Names): JsonSchema => {
    const { $defs = {}, ...converted } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      metadata,
      io: side,
      unrepresentable: 'any',
      override: (found) => refine(found.zodSchema, found.jsonSchema, side),
    });
    const rename = (name: string): string | null =>
      name.startsWith(LOCAL) ? `${SHARED}${side}/${name.slice(LOCAL.length)}` : null;
    for (const [id, definition] of Object.entries($defs)) {
      sides[side].set(id, withReferences(definition, rename));
    }
    return withReferences(converted, rename);
  };

  return {
    // Inside a list, even an outermost schema with an id becomes a reference.
    of: (schema, side) => (convert(z.array(schema), side, named).items ?? {}) as JsonSchema,
    parametersOf: (schema) => convert(schema, 'input', z.registry()),
    finish(document) {
      const found = (['output', 'input'] as const).flatMap((side) =>
        [...sides[side]].map(([id, schema]) => [nameOf(id, side), schema] as const),
      );
      const components = Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
      return withReferences(document(components), (reference) => {
        const [, side, id] = /^#\/components\/schemas\/(input|output)\/(.+)$/.exec(reference) ?? [];
        return id === undefined ? null : SHARED + nameOf(id, side as SchemaSide);
      });
    },
  };
}

/** A copy with renamed references; if `rename` returns null, the reference is not changed. */
function withReferences<T>(value: T, rename: (reference: string) => string | null): T {
  const walk = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, found]) => [
        key,
        key === '$ref' && typeof found === 'string' ? (rename(found) ?? found) : walk(found),
      ]),
    );
  };
  return walk(value) as T;
}

function refine(schema: z.core.$ZodTypes, json: JsonSchema, side: SchemaSide): void {
  const { wire, description } = z.globalRegistry.get(schema) ?? {};
  delete json.id;
  delete json.$schema;
  if (typeof wire === 'object') {
    for (const key of Object.keys(json)) Reflect.deleteProperty(json, key);
    Object.assign(json, wire);
  }
  if (description !== undefined) json.description = description;
  // Responses may get additional fields, which generated clients must accept.
  if (side === 'output' && json.additionalProperties === false) delete json.additionalProperties;
  // zod adds these bounds to every integer; they are of no use to a client.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}
