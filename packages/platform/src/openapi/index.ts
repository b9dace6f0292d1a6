export { documentPath, pathsOf } from './document';
export type { OpenApiDocument, PathItem, PlacedOperation } from './document';
export { createSchemaCollector } from './json-schema';
export type { JsonSchema, SchemaCollector, SchemaSide } from './json-schema';
export { operationOf, queryParameters } from './operation';
export type { Operation, OperationContext, Parameter, ResponseObject } from './operation';
