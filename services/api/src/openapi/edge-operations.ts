import type { EdgeRouteResponse, EdgeRoute } from '@tidemark/contracts';
import type {
  Operation,
  PlacedOperation,
  ResponseObject,
  SchemaCollector,
} from '@tidemark/platform';
import { queryParameters } from '@tidemark/platform';

/** The operations of a public route of the edge: one for each of its paths. */
export function edgeOperations(
  route: EdgeRoute,
  security: Operation['security'],
  schemas: SchemaCollector,
): readonly PlacedOperation[] {
  const { name, method, tag, summary, description, paths, query, body, bodyTypes } = route;
  const asked = query === undefined ? [] : queryParameters(name, schemas.parametersOf(query));
  const types = bodyTypes ?? ['application/json'];
  return paths.map((path, index) => {
    const parameters = [...pathParameters(path), ...asked];
    return {
      path,
      method,
      operation: {
        operationId: index === 0 ? name : `${name}_${wordsOf(path)}`,
        summary,
        ...(description !== undefined && { description }),
        tags: [tag],
        security,
        ...(parameters.length > 0 && { parameters }),
        ...(body !== undefined && {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              types.map((type) => [type, { schema: schemas.of(body, 'input') }]),
            ),
          },
        }),
        responses: Object.fromEntries(
          Object.entries(route.responses).map(([status, of]) => [status, responseOf(of, schemas)]),
        ),
      },
    };
  });
}

function pathParameters(path: string): NonNullable<Operation['parameters']> {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function responseOf(
  { text, json, types = [] }: EdgeRouteResponse,
  schemas: SchemaCollector,
): ResponseObject {
  if (json === undefined && types.length === 0) return { description: text };
  return {
    description: text,
    content: {
      ...(json !== undefined && { 'application/json': { schema: schemas.of(json, 'output') } }),
      ...Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const } }])),
    },
  };
}

/** `/i/v0/e/` is `i_v0_e`. */
function wordsOf(path: string): string {
  return (
    path
      .replace(/\{\w+\}/g, '')
      .match(/\w+/g)
      ?.join('_') ?? ''
  );
}
