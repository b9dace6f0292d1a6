import type { Operation, ResponseObject } from './operation';
import type { JsonSchema } from './json-schema';

/** An OpenAPI 3.1 document, as far as we write one. */
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

/** One operation at its place. */
export interface PlacedOperation {
  /** The path with `{name}` parameters. */
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** Operations by path and method, paths in alphabetical order so that a diff shows what changed. */
export function pathsOf(placed: readonly PlacedOperation[]): OpenApiDocument['paths'] {
  const paths = new Map<string, Record<string, Operation>>();
  for (const { path, method, operation } of placed) {
    const item = paths.get(path) ?? {};
    item[method.toLowerCase()] = operation;
    paths.set(path, item);
  }
  return Object.fromEntries([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The form of a path in a document: `:id` becomes `{id}`, a slash at the end. */
export function documentPath(path: string): string {
  return path.replace(/\/?$/, '/').replace(/:(\w+)/g, '{$1}');
}
