import type { RouteSpec } from '@tidemark/platform';
import { notFound } from '@tidemark/platform';
import type { z } from 'zod';
import type { ProjectAccess, ProjectCaller } from './auth/access';
import type { ProjectRoute } from './auth/routes';
import { projectRoute } from './auth/routes';

/** A change of one thing; PUT is taken as PATCH is. Two routes: `<name>_partial_update`, `<name>_update`. */
export function updateRoutes<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  name: string,
  spec: Omit<
    RouteSpec<ProjectAccess, ProjectCaller, Params, Query, Body, Response>,
    'name' | 'method' | 'path'
  > & { readonly path: string },
): readonly ProjectRoute[] {
  return [
    projectRoute({ ...spec, name: `${name}_partial_update`, method: 'PATCH' }),
    projectRoute({ ...spec, name: `${name}_update`, method: 'PUT' }),
  ];
}

interface DestroySpec {
  readonly summary: string;
  readonly path: string;
  readonly access: ProjectAccess;
}

/** The end of one thing: 204, or 404 where `remove` says that there was none. */
export function destroyRoute<Params extends z.ZodType>(
  name: string,
  spec: DestroySpec & {
    readonly params: Params;
    readonly remove: (caller: ProjectCaller, params: z.output<Params>) => Promise<boolean>;
  },
): ProjectRoute {
  const { remove, ...rest } = spec;
  return projectRoute({
    ...rest,
    name: `${name}_destroy`,
    method: 'DELETE',
    status: 204,
    async handle({ caller, params }) {
      if (!(await remove(caller, params))) throw notFound();
    },
  });
}

/** Never looked up, never deleted: PATCH `deleted` is the way. */
export function unsupportedDestroyRoute(name: string, spec: DestroySpec): ProjectRoute {
  return projectRoute({
    ...spec,
    name: `${name}_destroy`,
    method: 'DELETE',
    status: 405,
    handle: () => Promise.resolve(undefined),
  });
}
