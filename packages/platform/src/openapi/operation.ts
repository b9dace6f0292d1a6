import { z } from 'zod';
import type { Route } from '../http/route';
import type { JsonSchema, SchemaCollector } from './json-schema';

/** The parts of an OpenAPI 3.1 operation that Tidemark writes. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export type ResponseObject =
  | { readonly $ref: string }
  | {
      readonly description: string;
      readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
    };

/** Data for the description of a route that its declaration does not contain. */
export interface OperationContext {
  readonly tags: readonly string[];
  readonly security: Operation['security'];
  /** The statuses of access errors. */
  readonly rejections: readonly number[];
}

/** The OpenAPI operation of a declared route at one of its paths. */
export function operationOf(
  route: Pick<Route<unknown, never>, 'name' | 'csv' | 'described'>,
  path: string,
  schemas: SchemaCollector,
  context: OperationContext,
): Operation {
  const { described } = route;
  const parameters = [
    ...pathParameters(route, path, schemas),
    ...(described.query === undefined
      ? []
      : queryParameters(route.name, schemas.parametersOf(described.query))),
    ...(route.csv ? [FORMAT] : []),
  ];
  const rejections = [
    ...context.rejections,
    ...described.rejections,
    400,
    ...(path.includes('{') || route.csv ? [404] : []),
    ...(described.body === undefined ? [] : [413, 415]),
  ].filter((status) => !described.statuses.includes(status));
  return {
    operationId: route.name,
    summary: described.summary ?? '',
    ...(described.description !== undefined && { description: described.description }),
    tags: context.tags,
    security: context.security,
    ...(parameters.length > 0 && { parameters }),
    ...(described.body !== undefined && {
      requestBody: requestBody(described.bodyTypes, schemas.of(described.body, 'input')),
    }),
    responses: Object.fromEntries([
      ...described.statuses.map((status) => [status, success(route, status, schemas)] as const),
      ...rejections.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
    ]) as Operation['responses'],
  };
}

const FORMAT: Parameter = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'The format of the response. An `Accept: text/csv` header does the same.',
  schema: { type: 'string', enum: ['json', 'csv'] },
};

function pathParameters(
  { described }: Pick<Route<unknown, never>, 'described'>,
  path: string,
  schemas: SchemaCollector,
): readonly Parameter[] {
  const { properties = {} } = described.params ? schemas.parametersOf(described.params) : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter(name, 'path', true, (properties[name] ?? { type: 'string' }) as JsonSchema),
  );
}

/** The parameters of a query string. @param route the name of the route, for the error if they cannot be described */
export function queryParameters(
  route: string,
  { properties, required = [] }: Pick<JsonSchema, 'properties' | 'required'>,
): readonly Parameter[] {
  if (properties === undefined) throw new Error(`The query of ${route} has to be a plain object.`);
  return Object.entries(properties).map(([name, inner]) =>
    parameter(name, 'query', required.includes(name), inner as JsonSchema),
  );
}

function parameter(
  name: string,
  place: Parameter['in'],
  required: boolean,
  { description, ...schema }: JsonSchema,
): Parameter {
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema,
  };
}

function requestBody(
  types: readonly string[],
  schema: JsonSchema,
): NonNullable<Operation['requestBody']> {
  return {
    // An absent body counts as an empty object, so it is only required if a property is.
    required: schema.required !== undefined || schema.$ref !== undefined,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

function success(
  { csv, described }: Pick<Route<unknown, never>, 'csv' | 'described'>,
  status: number,
  schemas: SchemaCollector,
): ResponseObject {
  const isOptional = described.response instanceof z.ZodOptional;
  const statusText = STATUS_TEXTS[status] ?? 'The response.';
  const description = isOptional ? `${statusText} ${WITHOUT_BODY}` : statusText;
  if (described.response === undefined && described.streams.length === 0) return { description };
  const text = { schema: { type: 'string' } } as const;
  return {
    description,
    content: {
      ...(described.response !== undefined && {
        'application/json': { schema: schemas.of(described.response, 'output') },
      }),
      ...(csv && { 'text/csv': text }),
      ...Object.fromEntries(described.streams.map((type) => [type, text])),
    },
  };
}

/** The description of a response whose body may be absent. */
const WITHOUT_BODY = 'The body may be empty.';

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; in progress.',
  204: 'Done; the response is empty.',
  400: 'Rejected. The format of the error differs from other operations.',
  404: 'Not found. The format of the error differs from other operations.',
  405: 'Not allowed.',
  500: 'Failed. The format of the error differs from other operations.',
};
