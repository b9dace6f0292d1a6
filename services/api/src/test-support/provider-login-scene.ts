import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createLoginRepository, createUserRepository } from '@tidemark/postgres';
import type { OidcProvider } from '@tidemark/testing';
import { createIsolatedStores, startOidcProvider } from '@tidemark/testing';
import type { TestApi, TestResponse } from './api';
import { startTestApi } from './api';

export const OPERATOR = { projectId: 1, userId: null };
export const cookieOf = ({ headers }: TestResponse) =>
  headers.get('set-cookie')?.split(';', 1)[0] ?? '';

/** Acts as a browser at the provider: follows its redirects with cookies and submits its form. */
export async function visitProvider(
  start: string,
  form: Readonly<Record<string, string>>,
): Promise<URL> {
  const jar = new Map<string, string>();
  let address = start;
  let body: URLSearchParams | null = null;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response: Response = await fetch(address, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie },
      ...(body !== null && { body }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [name = '', ...value] = (header.split(';', 1)[0] ?? '').split('=');
      jar.set(name, value.join('='));
    }
    const location = response.headers.get('location');
    if (location === null) {
      expect(await response.text()).toContain('<form');
      body = new URLSearchParams(form);
      continue;
    }
    body = null;
    const next = new URL(location, address);
    if (next.pathname === '/login') return next;
    address = next.href;
  }
  throw new Error('the provider did not send the browser back');
}

/**
 * Registers an OpenID Connect provider and APIs that use it for a test file.
 * @returns functions that sign users in
 */
export function providerLoginScene() {
  let provider: OidcProvider;
  let urls: Awaited<ReturnType<typeof createIsolatedStores>>;
  /** An API that admits only existing members, of two domains. */
  let api: TestApi;
  /** An API that creates an account for each new user. */
  let open: TestApi;
  let without: TestApi;
  let database: Database;

  beforeAll(async () => {
    [provider, urls] = await Promise.all([startOidcProvider(), createIsolatedStores()]);
    const configured = {
      TRUSTED_PROXY_HOPS: 1,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_ALLOW_PRIVATE_ENDPOINTS: true,
    };
    const domains = ['example.com', 'example.org'];
    without = await startTestApi(urls);
    api = await startTestApi(urls, { ...configured, OIDC_ALLOWED_EMAIL_DOMAINS: domains });
    open = await startTestApi(urls, {
      ...configured,
      OIDC_CREATE_USERS: true,
      OIDC_DEFAULT_ROLE: 'admin',
    });
    database = createDatabase(urls.postgres, {
      poolSize: 1,
      logger: createLogger('test', 'silent'),
    });
  });
  afterAll(async () => {
    await Promise.all([api.stop(), open.stop(), without.stop()]);
    await Promise.all([database.close(), provider.stop()]);
  });

  async function newUser(email: string, isActive = true): Promise<number> {
    const { id: organizationId } = await database.db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow();
    const user = await createUserRepository(database).create(OPERATOR, {
      ...{ organizationId, email, firstName: 'B', lastName: '', currentProjectId: 1 },
      organizationLevel: 1,
    });
    const id = user?.id ?? 0;
    if (!isActive) await createLoginRepository(database).setActive(OPERATOR, id, false, new Date());
    return id;
  }

  let addresses = 0;
  const send = (server: TestApi, path: string, json: object, cookie = '') =>
    server.call('POST', path, {
      key: null,
      json,
      headers: {
        'x-forwarded-for': `203.0.113.${(addresses += 1) % 250}`,
        origin: server.base,
        'sec-fetch-site': 'same-origin',
        'x-tidemark-console': '1',
        ...(cookie !== '' && { cookie }),
      },
    });
  const begin = (server = api) =>
    send(server, '/api/login/provider/begin/', { next: '/project/1/sql' });
  const finish = (query: string, cookie: string, server = api) =>
    send(server, '/api/login/provider/', { query }, cookie);

  async function signIn(
    account: string,
    server = api,
  ): Promise<{ readonly response: TestResponse; readonly back: URL; readonly cookie: string }> {
    const begun = await begin(server);
    expect([begun.status, begun.text]).toEqual([200, begun.text]);
    const cookie = cookieOf(begun);
    const back = await visitProvider(String(begun.body['url']), { account });
    return { response: await finish(back.search, cookie, server), back, cookie };
  }

  return {
    get provider() {
      return provider;
    },
    get urls() {
      return urls;
    },
    get api() {
      return api;
    },
    get open() {
      return open;
    },
    get without() {
      return without;
    },
    get database() {
      return database;
    },
    newUser,
    send,
    begin,
    finish,
    signIn,
  };
}
