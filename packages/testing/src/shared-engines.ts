import type { EngineUrls } from './engines';

const VARIABLES = {
  clickhouse: 'TEST_CLICKHOUSE_URL',
  postgres: 'TEST_DATABASE_URL',
  redis: 'TEST_REDIS_URL',
} as const;

/** Makes the URLs of the engines known to the test processes, by environment variables. */
export function exportEngineUrls(urls: EngineUrls): void {
  for (const [engine, variable] of Object.entries(VARIABLES)) {
    process.env[variable] = urls[engine as keyof EngineUrls];
  }
}

/**
 * Returns the URLs of the shared engines.
 *
 * @throws Error outside of the jest project `integration`
 */
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
