import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { TidemarkClient } from '@tidemark/client';
import { z } from 'zod';
import { createConfirmations } from './confirmation';
import { registerPrompts } from './prompts';
import type { Answer } from './respond/answer';
import { rendered, VISITOR_NOTICE } from './respond/answer';
import { failure, RefusedError } from './respond/failures';
import { registerResources } from './resources';
import type { KeyFacts } from './session';
import { hasScopes } from './session';
import type { Tool } from './tool';
import { allTools } from './tools';

export interface ServerOptions {
  readonly client: TidemarkClient;
  readonly key: KeyFacts;
  readonly version: string;
  /** Called after each call of a tool, for metrics and logs. */
  readonly onCall?: (call: { tool: string; seconds: number; isError: boolean }) => void;
  /** An error that is a mistake of ours: the agent gets a sentence without details. */
  readonly onError?: (error: unknown) => void;
}

const INSTRUCTIONS = [
  'Tidemark is a product-analytics and feature-flag service. Names of events and properties are exact: look them up with',
  'list_events and list_properties before you write a query. For usual questions use trend, funnel and retention; for all',
  'others run_hogql. What changes anything makes a dry run first and returns a code; show the user what would happen',
  `before you confirm. ${VISITOR_NOTICE}`,
].join(' ');

/** A question to a user whose client can show one; the wait ends by then. */
const ASK_TIMEOUT_MS = 300_000;

/** The MCP server of one session: the tools, resources and prompts that its key allows. Connect it to a transport. */
export function createSessionServer(options: ServerOptions): McpServer {
  const { client, key, version } = options;
  const server = new McpServer(
    { name: 'tidemark', title: 'Tidemark', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  const confirmations = createConfirmations();
  for (const tool of toolsFor(key.scopes)) {
    const { name, title, description, effect } = tool;
    const annotations = {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'delete',
      openWorldHint: false,
    };
    const config = { title, description, inputSchema: tool.input, annotations };
    server.registerTool(name, config, async (input: unknown, { signal }) => {
      // A client may only be able to open an address for its user.
      const canAsk = server.server.getClientCapabilities()?.elicitation?.form !== undefined;
      const ask = (question: string): Promise<boolean> => askUser(server, question, signal);
      const context = { client, confirmations, signal, ask: canAsk ? ask : null };
      return rendered(await called(tool, options, signal, () => tool.run(input, context)));
    });
  }
  registerResources(server, client, key.scopes);
  registerPrompts(server);
  return server;
}

/** The tools of a key. */
export function toolsFor(scopes: readonly string[]): readonly Tool[] {
  return allTools.filter((tool) => hasScopes(scopes, tool.scopes));
}

async function called(
  { name }: Tool,
  { onCall, onError }: ServerOptions,
  signal: AbortSignal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const from = performance.now();
  const answer = await run().catch((error: unknown): Answer => {
    if (signal.aborted) return { summary: 'The call was cancelled.', isError: true };
    try {
      return failure(error);
    } catch {
      onError?.(error);
      return { summary: 'The tool failed by a mistake of the server.', isError: true };
    }
  });
  const seconds = (performance.now() - from) / 1_000;
  onCall?.({ tool: name, seconds, isError: answer.isError === true });
  return answer;
}

/** @throws RefusedError if the user does not answer, or the client cannot show the question */
async function askUser(server: McpServer, question: string, signal: AbortSignal): Promise<boolean> {
  const result = await server.server
    .elicitInput(
      {
        message: question,
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: 'Make the change', default: false } },
          required: ['confirm'],
        },
      },
      { timeout: ASK_TIMEOUT_MS, signal },
    )
    .catch((error: unknown) => {
      if (signal.aborted || !(error instanceof McpError)) throw error;
      const reason = `The user could not be asked (${error.message}). Nothing was changed.`;
      throw new RefusedError(reason, { cause: error });
    });
  const content = z.object({ confirm: z.boolean() }).safeParse(result.content);
  return result.action === 'accept' && content.success && content.data.confirm;
}
