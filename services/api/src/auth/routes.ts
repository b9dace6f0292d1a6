import type { Identity } from '@tidemark/access';
import type { Route, RouteSpec } from '@tidemark/platform';
import { defineRoute } from '@tidemark/platform';
import type { z } from 'zod';
import type {
  AccountAccess,
  ProjectAccess,
  ProjectCaller,
  PublicAccess,
  PublicCaller,
} from './access';

export type ProjectRoute = Route<ProjectAccess, ProjectCaller>;
export type AccountRoute = Route<AccountAccess, Identity>;
export type PublicRoute = Route<PublicAccess, PublicCaller>;

/** A route inside a project; `path` is what follows the project's id. */
export function projectRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  spec: Omit<RouteSpec<ProjectAccess, ProjectCaller, Params, Query, Body, Response>, 'path'> & {
    readonly path: string;
  },
): ProjectRoute {
  // Projects and environments are one thing here: every path has both names.
  const roots = ['/api/projects/:project_id', '/api/environments/:project_id'];
  return defineRoute({ ...spec, path: roots.map((root) => root + spec.path) });
}

/** A route outside of any project. */
export function accountRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(spec: RouteSpec<AccountAccess, Identity, Params, Query, Body, Response>): AccountRoute {
  return defineRoute(spec);
}

/** A route that needs no credential. */
export function publicRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(
  spec: Omit<RouteSpec<PublicAccess, PublicCaller, Params, Query, Body, Response>, 'access'>,
): PublicRoute {
  return defineRoute({ ...spec, access: { public: true } });
}
