import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { registerPrompts } from './prompts';
import { VISITOR_NOTICE } from './respond/answer';
import { registerResources } from './resources';
import type { KeyFacts } from './session';
import { hasScopes } from './session';
import type { Tool } from './tool';
import type { CallOptions } from './tool-calls';
import { serveTools } from './tool-calls';
import { allTools } from './tools';

export interface ServerOptions extends CallOptions {
  readonly key: KeyFacts;
  readonly version: string;
}

const INSTRUCTIONS = [
  'Tidemark is a product-analytics and feature-flag service. Names of events and properties are exact: look them up with',
  'list_events and list_properties before you write a query. For usual questions use trend, funnel and retention; for all',
  'others run_hogql. What changes anything makes a dry run first and returns a code; show the user what would happen',
  `before you confirm. ${VISITOR_NOTICE}`,
].join(' ');

/** The MCP server of one session: the tools, resources and prompts that its key allows. Connect it to a transport. */
export function createSessionServer(options: ServerOptions): McpServer {
  const { client, key, version } = options;
  const server = new McpServer(
    { name: 'tidemark', title: 'Tidemark', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  serveTools(server, toolsFor(key.scopes), options);
  registerResources(server, client, key.scopes);
  registerPrompts(server);
  return server;
}

/** The tools of a key. */
export function toolsFor(scopes: readonly string[]): readonly Tool[] {
  return allTools.filter((tool) => hasScopes(scopes, tool.scopes));
}
