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
  ServerCaller,
} from './access';
import { projectKeysRejected } from './access';

export type ProjectRoute = Route<ProjectAccess, ServerCaller>;
export type AccountRoute = Route<AccountAccess, Identity>;
export type PublicRoute = Route<PublicAccess, PublicCaller>;

/** What is declared of a route inside a project; `path` is what follows the project's id. */
type InProject<
  Caller,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
> = Omit<RouteSpec<ProjectAccess, Caller, Params, Query, Body, Response>, 'path'> & {
  readonly path: string;
};

/** A route inside a project, for people. */
export function projectRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(spec: InProject<ProjectCaller, Params, Query, Body, Response>): ProjectRoute {
  const route = defineRoute({ ...spec, path: pathsOf(spec) });
  return {
    ...route,
    run: (request, caller) => {
      // The authorizer has rejected the request already; the handler stops here.
      if (caller.user === null) throw projectKeysRejected();
      return route.run(request, caller);
    },
  };
}

/** A route inside a project that needs no person: open to the project's secret keys, too. */
export function serverRoute<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(spec: InProject<ServerCaller, Params, Query, Body, Response>): ProjectRoute {
  const access = { ...spec.access, projectKeys: true } as const;
  const route = defineRoute({ ...spec, access, path: pathsOf(spec) });
  if (access.admitsLater !== true) return route;
  return {
    ...route,
    async run(request, caller) {
      try {
        return await route.run(request, caller);
      } finally {
        // The rate limit comes before all other errors, so that the response reveals nothing else.
        await caller.admitted;
      }
    },
  };
}

/** Projects and environments are one thing here: every path has both names. */
function pathsOf({ path }: { readonly path: string }): readonly string[] {
  return [`/api/projects/:project_id${path}`, `/api/environments/:project_id${path}`];
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
