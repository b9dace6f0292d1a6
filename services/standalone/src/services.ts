import { findFreePort } from '@tidemark/platform';
import type { ServiceChild } from './children/service-child';
import { startServiceChild } from './children/service-child';
import { inheritedEnvironment } from './config';
import type { EngineDeps, EngineUrls } from './engines';
import type { FrontSource, ServiceName } from './service-plan';
import {
  COMPILE_CACHE,
  apiEnvironment,
  exportEnvironment,
  frontEnvironment,
  frontScript,
  mcpEnvironment,
  serviceEnvironment,
  serviceNames,
  serviceScript,
  signingEnvironment,
} from './service-plan';

/** Starts the internal services in parallel, then the front, which opens the public port. */
export async function startServices(
  deps: EngineDeps,
  urls: EngineUrls,
): Promise<{ readonly port: number; readonly metricsPort: number }> {
  const { config } = deps;
  // Chosen first, because the MCP service needs the port of the api and starts at the same time.
  const apiPort = await findFreePort();
  const children = await Promise.all(
    serviceNames.map(async (name) => ({
      name,
      child: await startService(deps, urls, { name, apiPort }),
    })),
  );
  const mcpPort = children.find(({ name }) => name === 'mcp')?.child.port ?? 0;
  const sources = [
    ...children.map(({ name, child }) => sourceOf(name, child)),
    { name: 'clickhouse', readyUrl: pingUrl(urls.CLICKHOUSE_URL), metricsUrl: null },
  ];
  const port = config.PORT || (await findFreePort(config.HOST));
  const metricsPort = config.METRICS_PORT || (await findFreePort());
  const env = frontEnvironment(config, urls, { port, metricsPort, apiPort, mcpPort, sources });
  await deps.progress.step('front', () =>
    deps.supervisor.start({
      name: 'front',
      start: () =>
        startServiceChild({
          script: frontScript,
          nodePath: deps.node.path,
          env: {
            NODE_COMPILE_CACHE: COMPILE_CACHE,
            ...signingEnvironment('front', deps.secrets),
            ...inheritedEnvironment(),
            FLAG_SECRETS_KEY: deps.secrets.flagSecretsKey,
            ...env,
          },
          onLine: deps.logs.of('front'),
        }),
    }),
  );
  return { port, metricsPort };
}

function startService(
  deps: EngineDeps,
  urls: EngineUrls,
  { name, apiPort }: { readonly name: ServiceName; readonly apiPort: number },
): Promise<ServiceChild> {
  const start = async (previous: ServiceChild | null): Promise<ServiceChild> => {
    const port = name === 'api' ? apiPort : (previous?.port ?? (await findFreePort()));
    const metricsPort = previous?.metricsPort ?? (await findFreePort());
    const env =
      name === 'mcp'
        ? mcpEnvironment(deps.config, { port, metricsPort, apiPort })
        : {
            ...exportEnvironment(deps.config, deps.secrets),
            FLAG_SECRETS_KEY: deps.secrets.flagSecretsKey,
            LOGIN_SECRETS_KEY: deps.secrets.loginSecretsKey,
            INGESTION_RULES_KEY: deps.secrets.ingestionRulesKey,
            ...serviceEnvironment(deps.config, urls, { port, metricsPort }),
            ...(name === 'query-worker' && apiEnvironment(apiPort)),
          };
    return startServiceChild({
      script: serviceScript(name),
      nodePath: deps.node.path,
      env: {
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...signingEnvironment(name, deps.secrets),
        // Variables of the operator override the ones above, such as a previous secret.
        ...inheritedEnvironment(),
        ...env,
      },
      onLine: deps.logs.of(name),
    });
  };
  return deps.progress.step(name, () => deps.supervisor.start({ name, start }));
}

function sourceOf(name: ServiceName, child: ServiceChild): FrontSource {
  return {
    name,
    readyUrl: `http://127.0.0.1:${String(child.port)}/_readyz`,
    metricsUrl: `http://127.0.0.1:${String(child.metricsPort)}/metrics`,
  };
}

/** Returns a URL that ClickHouse serves without a password. */
function pingUrl(clickhouseUrl: string): string {
  return `${new URL(clickhouseUrl).origin}/ping`;
}
