import type { RouteSpec } from '@tidemark/platform';
import { notFound } from '@tidemark/platform';
import type { z } from 'zod';
import type { ProjectAccess, ProjectCaller } from './auth/access';
import type { ProjectRoute } from './auth/routes';
import { projectRoute } from './auth/routes';

/** The routes that change one item; PUT works like PATCH. Two routes: `<name>_partial_update`, `<name>_update`. */
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

/** The route that deletes one item: 204, or 404 if `remove` reports that it did not exist. */
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

/** A DELETE route that always returns 405: clients must PATCH `deleted` instead. */
export function unsupportedDestroyRoute(name: string, spec: DestroySpec): ProjectRoute {
  return projectRoute({
    ...spec,
    name: `${name}_destroy`,
    method: 'DELETE',
    status: 405,
    handle: () => Promise.resolve(undefined),
  });
}
