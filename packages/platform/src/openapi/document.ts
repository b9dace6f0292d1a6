import type { Operation, ResponseObject } from './operation';
import type { JsonSchema } from './json-schema';

/** The parts of an OpenAPI 3.1 document that Tidemark writes. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Operations by lower-case method. */
export type PathItem = Readonly<Record<string, Operation>>;

/** An operation with its path and method. */
export interface PlacedOperation {
  /** The path with `{name}` parameters. */
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Operations by path and method; the paths are sorted, so that a diff shows what changed. */
export function pathsOf(placed: readonly PlacedOperation[]): OpenApiDocument['paths'] {
  const paths = new Map<string, Record<string, Operation>>();
  for (const { path, method, operation } of placed) {
    const item = paths.get(path) ?? {};
    item[method.toLowerCase()] = operation;
    paths.set(path, item);
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A path in the form of the document: `:id` becomes `{id}`, and it ends in a slash. */
export function documentPath(path: string): string {
  return path.replace(/\/?$/, '/').replace(/:(\w+)/g, '{$1}');
}
