import { edgeRoutes, errorBodySchema } from '@tidemark/contracts';
import type {
  OpenApiDocument,
  OperationContext,
  PlacedOperation,
  Route,
  SchemaCollector,
} from '@tidemark/platform';
import { createSchemaCollector, documentPath, operationOf, pathsOf } from '@tidemark/platform';
import type { AccountAccess, ProjectAccess } from '../auth/access';
import type { AccountRoute, ProjectRoute, PublicRoute } from '../auth/routes';
import { DESCRIPTION } from './description';
import { edgeOperations } from './edge-operations';
import { errorResponses } from './error-responses';
import { schemaNames } from './schema-names';

/** Used in the API description only: PostHog's name, which generators expect. */
const SECURITY_SCHEME = 'PersonalAPIKeyAuth';
/** The tag of alias paths: they have one heading of their own, so that readers see each operation once. */
const ALIAS_TAG = 'environments';

/** The description of every declared route, made from what checks its requests and responses. */
export function createApiDocument(routes: {
  readonly publicRoutes: readonly PublicRoute[];
  readonly accountRoutes: readonly AccountRoute[];
  readonly projectRoutes: readonly ProjectRoute[];
}): OpenApiDocument {
  const schemas = createSchemaCollector(schemaNames());
  const placed = [
    ...routes.publicRoutes.flatMap((route) => place(route, PUBLIC_CONTEXT, schemas)),
    ...routes.accountRoutes.flatMap((route) => place(route, accountContext(route.access), schemas)),
    ...routes.projectRoutes.flatMap((route) => place(route, projectContext(route.access), schemas)),
    ...edgeRoutes.flatMap((route) => edgeOperations(route, securityOf(route.scope), schemas)),
  ];
  const error = schemas.of(errorBodySchema, 'output');
  const tags = new Set(placed.flatMap(({ operation }) => operation.tags));
  return schemas.finish((components) => ({
    openapi: '3.1.0',
    info: {
      title: 'Tidemark API',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: [...tags].sort().map((name) => ({ name })),
    paths: pathsOf(placed),
    components: {
      securitySchemes: {
        [SECURITY_SCHEME]: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal API key (`phx_…`) or the access token of a login; each operation names the scope that it needs. ' +
            'Routes of queries and events also accept a secret key of the project (`phs_…`) with `query:read`.',
        },
      },
      responses: errorResponses(error),
      schemas: components,
    },
  }));
}

type Context = Pick<OperationContext, 'security' | 'rejections'>;

/** The context of public routes, which have a rate limit instead of a credential. */
const PUBLIC_CONTEXT: Context = { security: [], rejections: [401, 429, 503] };

/** The security of the edge's routes: the public token of a project is not a credential. */
function securityOf(scope: string | null): Context['security'] {
  return scope === null ? [] : [{ [SECURITY_SCHEME]: [scope] }];
}

function accountContext({ scope }: AccountAccess): Context {
  return {
    security: [{ [SECURITY_SCHEME]: scope === null ? [] : [scope] }],
    rejections: [401, 403, 429, 503],
  };
}

function projectContext({ scope, queryRate }: ProjectAccess): Context {
  return {
    security: [{ [SECURITY_SCHEME]: [scope] }],
    rejections: [401, 403, ...(queryRate === undefined ? [429, 503] : [429, 503, 504, 512, 513])],
  };
}

/** The operation at each path of a route; at the second ones under a name of its own. */
function place<Access, Caller>(
  route: Route<Access, Caller>,
  context: Context,
  schemas: SchemaCollector,
): readonly PlacedOperation[] {
  return route.paths.map((declared, index) => {
    const path = documentPath(declared);
    const alias = index > 0;
    const named = alias ? { ...route, name: `${ALIAS_TAG}_${route.name}` } : route;
    const tags = [alias ? ALIAS_TAG : resourceOf(path)];
    return {
      path,
      method: route.method,
      operation: operationOf(named, path, schemas, { ...context, tags }),
    };
  });
}

/** The resource of a path: `actions` for `/api/projects/{project_id}/actions/{id}/`. */
function resourceOf(path: string): string {
  const [, root = '', , inner] = path.split('/').filter((part) => part !== '');
  const insideProject = root === 'projects' && inner !== undefined;
  return insideProject ? inner : root;
}
