import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { TidemarkClient } from '@tidemark/client';
import type { Answer } from './respond/answer';
import { rendered } from './respond/answer';
import { failure, RejectedCallError } from './respond/failures';
import { hasScopes, readProject } from './session';
import { allTools } from './tools';

interface Resource {
  readonly name: string;
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly scopes: readonly string[];
  /** The signal is aborted when the client cancels the request. */
  readonly read: (client: TidemarkClient, signal: AbortSignal) => Promise<Answer>;
}

/** The answer of a tool as a document. */
function fromTool(
  client: TidemarkClient,
  cancelled: AbortSignal,
  name: string,
  input: object,
): Promise<Answer> {
  const tool = allTools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(60_000)]);
  return tool.run(input, { client, signal, ask: null, confirmations: { codeOf: () => '' } });
}

const RESOURCES: readonly Resource[] = [
  {
    name: 'project',
    uri: 'tidemark://project',
    title: 'Project',
    description: 'Name, time zone and settings that queries depend on.',
    scopes: ['project:read'],
    async read(client) {
      const project = await readProject(client);
      if (project === null) return { summary: 'The key may not read projects.' };
      const { id, name, timezone, week_start_day } = project;
      return { summary: `Project ${id}.`, data: { id, name, timezone, week_start_day } };
    },
  },
  {
    name: 'events',
    uri: 'tidemark://schema/events',
    title: 'Events',
    description: 'The events of the project.',
    scopes: ['event_definition:read'],
    read: (client, signal) => fromTool(client, signal, 'list_events', { limit: 200 }),
  },
  {
    name: 'person-properties',
    uri: 'tidemark://schema/person-properties',
    title: 'Properties of persons',
    description: 'Names and types.',
    scopes: ['property_definition:read'],
    read: (client, signal) =>
      fromTool(client, signal, 'list_properties', { of: 'person', limit: 300 }),
  },
  {
    name: 'tables',
    uri: 'tidemark://schema/tables',
    title: 'Tables of HogQL',
    description: 'The tables that statements can read.',
    scopes: ['query:read'],
    read: (client, signal) => fromTool(client, signal, 'describe_tables', {}),
  },
];

/** The schema as resources: documents that a person or a client puts into a conversation. */
export function registerResources(
  server: McpServer,
  client: TidemarkClient,
  scopes: readonly string[],
): void {
  for (const { name, uri, title, description, scopes: needed, read } of RESOURCES) {
    if (!hasScopes(scopes, needed)) continue;
    server.registerResource(
      name,
      uri,
      { title, description, mimeType: 'text/plain' },
      async (_, { signal }) => ({
        contents: [
          { uri, mimeType: 'text/plain', text: await documentOf(() => read(client, signal)) },
        ],
      }),
    );
  }
  if (!hasScopes(scopes, ['property_definition:read'])) return;
  server.registerResource(
    'event-properties',
    new ResourceTemplate('tidemark://schema/events/{event}', { list: undefined }),
    {
      title: 'Properties of an event',
      description: 'Names and types of the properties of one event.',
      mimeType: 'text/plain',
    },
    async (uri, { event }, { signal }) => {
      const name = decoded(String(event));
      const text = await documentOf(() =>
        fromTool(client, signal, 'list_properties', { event: name, limit: 300 }),
      );
      return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
    },
  );
}

/** @throws McpError for a text that is not encoded as in a URI */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new McpError(
      ErrorCode.InvalidParams,
      'The name of the event is not encoded as in a URI.',
    );
  }
}

/** @throws McpError with the sentence that a tool would return */
async function documentOf(read: () => Promise<Answer>): Promise<string> {
  const answer = await read().catch((error: unknown): never => {
    const { summary } = failure(error);
    const code =
      error instanceof RejectedCallError ? ErrorCode.InvalidParams : ErrorCode.InternalError;
    throw new McpError(code, summary);
  });
  const [first] = rendered(answer).content;
  return first?.type === 'text' ? first.text : '';
}
