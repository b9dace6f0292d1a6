import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '../api/api-error';
import { meQuery, projectQuery } from '../session/me';
import { EmptyState, Loading } from '../ui/state/states';
import { loadScreen } from './missing-chunk';
import { RouteError } from './route-error';
import { SCREENS } from './screens';
import { Shell } from './shell/shell';

interface Context {
  readonly client: QueryClient;
}

const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  component: lazyRouteComponent(loadScreen(() => import('../screens/sign-in/sign-in-screen'))),
});

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(loadScreen(() => import('../screens/setup/setup-screen'))),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup/$inviteId',
  component: lazyRouteComponent(loadScreen(() => import('../screens/signup/signup-screen'))),
});

const requiredFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  beforeLoad: ({ context }) => requireSession(context.client, '/'),
  component: lazyRouteComponent(
    loadScreen(() => import('../screens/account/required-factor-screen')),
  ),
});

const cliLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cli/authorize',
  validateSearch: (search: Record<string, unknown>): { code?: string; use_cases?: string } =>
    Object.fromEntries(
      ['code', 'use_cases'].flatMap((name) =>
        typeof search[name] === 'string' ? [[name, search[name]]] : [],
      ),
    ),
  beforeLoad: ({ context, location }) => requireSession(context.client, location.href),
  component: lazyRouteComponent(loadScreen(() => import('../screens/cli-login/cli-login-screen'))),
});

/**
 * Loads the project. If the organization requires a second factor that the user does not have, it redirects to the page
 * that adds one.
 */
async function requireProject(client: QueryClient, projectId: number, next: string) {
  try {
    return await client.query({ ...projectQuery(projectId), staleTime: 'static' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/second-factor', search: next === '/' ? {} : { next } });
  }
}

/** Redirects to the sign-in page when there is no session. */
async function requireSession(client: QueryClient, next: string) {
  try {
    return await client.query({ ...meQuery, staleTime: 'static' });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // The router expects a redirect to be thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/login', search: next === '/' ? {} : { next } });
  }
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await requireSession(context.client, '/');
    if (me.team === null) return;
    const projectId = String(me.team.id);
    const project = await requireProject(context.client, me.team.id, '/');
    const to = project.ingested_event ? START_PATH : '/project/$projectId/onboarding';
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to, params: { projectId } });
  },
  component: () => (
    <EmptyState isPage title="No project">
      Your account does not belong to a project yet.
    </EmptyState>
  ),
});

/** The path of the first screen in the navigation. */
const START_PATH = `/project/$projectId/${SCREENS[0]?.path ?? 'onboarding'}`;

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/project/$projectId',
  beforeLoad: async ({ context, params, location }) => {
    await requireSession(context.client, location.href);
    await requireProject(context.client, Number(params.projectId), location.href);
  },
  component: Shell,
  errorComponent: ({ error }) => (
    <main>
      <RouteError error={error} action={<Link to="/">Open your project</Link>} />
    </main>
  ),
});

const screenRoutes = SCREENS.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => projectRoute,
    path,
    component: lazyRouteComponent(loadScreen(load)),
  }),
);

const projectStartRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: START_PATH, params });
  },
});

const tree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  setupRoute,
  signupRoute,
  requiredFactorRoute,
  cliLoginRoute,
  projectRoute.addChildren([projectStartRoute, ...screenRoutes]),
]);

export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    defaultPendingComponent: Loading,
    defaultErrorComponent: ({ error }) => <RouteError error={error} />,
    defaultNotFoundComponent: () => (
      <EmptyState isPage icon="circle-help" title="Page not found">
        The URL may be incomplete, or the page may have been removed.
      </EmptyState>
    ),
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
