import { z } from 'zod';

/** A JSON Schema of the 2020-12 dialect, as OpenAPI 3.1 embeds it. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Which side of a schema's transformations: what is sent to us, or what leaves. */
export type SchemaSide = 'input' | 'output';

/**
 * Turns the zod schemas that check bodies into JSON Schemas. Named schemas become components; `wire` in
 * the metadata of one replaces what zod would say, for what only a transformation knows.
 */
export interface SchemaCollector {
  /** Refers to components by passing names; `finish` gives them their lasting ones. */
  of(schema: z.ZodType, side: SchemaSide): JsonSchema;
  /** The properties of an object of parameters, which never are a component. */
  parametersOf(schema: z.ZodType): Pick<JsonSchema, 'properties' | 'required'>;
  /**
   * The document with its components. One that is both sent and returned may lack as the one what is
   * always there as the other, so it becomes two: `Action` and `ActionInput`.
   */
  finish<T>(document: (components: Readonly<Record<string, JsonSchema>>) => T): T;
}

type Names = z.core.$ZodRegistry<{ id: string }>;

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';

/** @param names of schemas, by the schema. */
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
    // Inside a list even the outermost schema is a reference, if it has an id.
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

/** A copy with references renamed; null leaves one as it is. */
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
  // Responses gain fields; a client that was made from the description must not mind.
  if (side === 'output' && json.additionalProperties === false) delete json.additionalProperties;
  // Every JSON number of ours is within these; saying so does not help a client.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}
