import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createClient } from '@tidemark/client';
import { createSessionServer } from '../server';
import { readKey } from '../session';
import { packageVersion } from '../version';
import type { StdioConfig } from './config';

/**
 * Serves one session over a transport of the process.
 *
 * @throws TidemarkError that says why the key cannot be used
 */
export async function runStdio(
  config: StdioConfig,
  transport: Transport,
  onError: (error: unknown) => void,
): Promise<void> {
  const { TIDEMARK_HOST: host, TIDEMARK_API_KEY: apiKey, TIDEMARK_PROJECT_ID: projectId } = config;
  const client = createClient({ host, apiKey, projectId });
  const key = await readKey(client);
  const server = createSessionServer({ client, key, version: packageVersion, onError });
  await server.connect(transport);
}
