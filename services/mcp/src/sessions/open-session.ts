import { randomUUID } from 'node:crypto';
import { createClient } from '@tidemark/client';
import { createSessionServer, packageVersion, readKey } from '@tidemark/mcp-tools';
import type { ServerOptions } from '@tidemark/mcp-tools';
import { SessionTransport } from './session-transport';

/** The interval of comments on streams, which prevent proxies from closing them. */
const KEEP_ALIVE_MS = 20_000;

export interface OpenSession {
  readonly apiUrl: string;
  readonly key: string;
  readonly projectId: string;
  /** Addresses of the agent and the proxies, for the limits of the API. */
  readonly forwardedFor: string | undefined;
  readonly hooks: Required<Pick<ServerOptions, 'onCall' | 'onError'>>;
  /** The first message was accepted: the session has an id from now on. */
  readonly onOpen: (id: string) => void;
  readonly onClose: (id: string) => void;
}

/**
 * Opens a session of an agent: its transport, connected to the tools of its key.
 * @throws ApiError of the client if the key is not valid
 */
export async function openSession(options: OpenSession): Promise<SessionTransport> {
  const { apiUrl, key: apiKey, projectId, forwardedFor, hooks, onOpen, onClose } = options;
  const headers = {
    'User-Agent': `tidemark-mcp/${packageVersion}`,
    ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }),
  };
  const client = createClient({ host: apiUrl, apiKey, projectId, headers });
  const key = await readKey(client);
  const server = createSessionServer({ client, key, version: packageVersion, ...hooks });
  const transport = new SessionTransport({
    sessionIdGenerator: () => randomUUID(),
    keepAliveMs: KEEP_ALIVE_MS,
    onsessioninitialized: onOpen,
    onsessionclosed: onClose,
  });
  await server.connect(transport);
  return transport;
}
