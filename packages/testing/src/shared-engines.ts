import type { EngineUrls } from './engines';

const VARIABLES = {
  clickhouse: 'TEST_CLICKHOUSE_URL',
  postgres: 'TEST_DATABASE_URL',
  redis: 'TEST_REDIS_URL',
} as const;

/** Hands engine URLs from the global set-up to the test processes. */
export function exportEngineUrls(urls: EngineUrls): void {
  for (const [engine, variable] of Object.entries(VARIABLES)) {
    process.env[variable] = urls[engine as keyof EngineUrls];
  }
}

/** URLs of the shared engines. @throws when run outside the `integration` project. */
export function sharedEngineUrls(): EngineUrls {
  const read = (engine: keyof EngineUrls): string => {
    const url = process.env[VARIABLES[engine]];
    if (url === undefined) {
      throw new Error(`${VARIABLES[engine]} is not set: run with the jest project "integration"`);
    }
    return url;
  };
  return { clickhouse: read('clickhouse'), postgres: read('postgres'), redis: read('redis') };
}
