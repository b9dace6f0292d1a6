import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createClient, TidemarkError } from '@tidemark/client';
import { z } from 'zod';
import { createSessionServer } from '../server';
import { readKey } from '../session';
import { packageVersion } from '../version';

const environment = z.object({
  TIDEMARK_HOST: z.url({
    protocol: /^https?$/,
    error: 'an address is expected, such as https://tidemark.example.com',
  }),
  TIDEMARK_API_KEY: z.string({ error: 'a personal API key is expected' }).min(1),
  TIDEMARK_PROJECT_ID: z
    .string()
    .regex(/^(?:\d+|@current)$/, 'a number is expected')
    .default('@current'),
});

/**
 * Serves one session over a transport of the process.
 *
 * @throws TidemarkError that says what is missing or wrong
 */
export async function runStdio(
  env: Readonly<Record<string, string | undefined>>,
  transport: Transport,
  onError: (error: unknown) => void,
): Promise<void> {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new TidemarkError(`${String(issue?.path[0])}: ${issue?.message ?? 'not valid'}`);
  }
  const {
    TIDEMARK_HOST: host,
    TIDEMARK_API_KEY: apiKey,
    TIDEMARK_PROJECT_ID: projectId,
  } = parsed.data;
  const client = createClient({ host, apiKey, projectId });
  const key = await readKey(client);
  const server = createSessionServer({ client, key, version: packageVersion, onError });
  await server.connect(transport);
}
