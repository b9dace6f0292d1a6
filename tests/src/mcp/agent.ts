import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

/** The parts of a tool's result. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** The first sentence. */
  readonly summary: string;
  /** The parsed details; undefined if there are none. */
  readonly data: unknown;
  /** The confirmation code of a dry run. */
  readonly code: string | undefined;
}

/** An agent that uses the official MCP client. */
export interface Agent {
  readonly client: Client;
  call(tool: string, input?: object): Promise<ToolResult>;
  tools(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Connection {
  readonly url: string;
  readonly key: string;
  readonly projectId: number;
}

/** Decides about a question of the server. */
type Decide = (question: string) => boolean;

/** @param decide returns the user's decision when the server asks; undefined if the client cannot ask its user */
async function connected(transport: Transport, decide?: Decide): Promise<Agent> {
  const capabilities = decide === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'tests', version: '1.0.0' }, { capabilities });
  if (decide !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({
      action: 'accept',
      content: { confirm: decide(params.message) },
    }));
  }
  await client.connect(transport);
  return {
    client,
    async call(tool, input = {}) {
      const result = await client.callTool({ name: tool, arguments: { ...input } });
      const [first] = result.content as { type: string; text: string }[];
      return taken(first?.text ?? '', result.isError === true);
    },
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

export function httpAgent(connection: Connection, decide?: Decide): Promise<Agent> {
  const { url, key, projectId } = connection;
  const transport = new StreamableHTTPClientTransport(
    new URL(`/mcp?project_id=${projectId}`, url),
    { requestInit: { headers: { Authorization: `Bearer ${key}` } } },
  );
  return connected(transport, decide);
}

export function stdioAgent({ url, key, projectId }: Connection): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(REPOSITORY, 'packages', 'mcp-tools', 'bin', 'tidemark-mcp.js')],
    env: {
      PATH: process.env['PATH'] ?? '',
      TIDEMARK_HOST: url,
      TIDEMARK_API_KEY: key,
      TIDEMARK_PROJECT_ID: String(projectId),
    },
  });
  return connected(transport);
}

function taken(text: string, isError: boolean): ToolResult {
  const marked = /<visitor-data>\n(.*)\n<\/visitor-data>$/s.exec(text)?.[1];
  const last = text.slice(text.lastIndexOf('\n') + 1);
  const json = marked ?? (/^[[{"]/.test(last) && text.includes('\n') ? last : undefined);
  return {
    isError,
    text,
    summary: text.split('\n')[0] ?? '',
    data: json === undefined ? undefined : (JSON.parse(json) as unknown),
    code: /confirm: "([^"]+)"/.exec(text)?.[1],
  };
}
