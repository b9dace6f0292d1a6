import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { TidemarkClient } from '@tidemark/client';
import { z } from 'zod';
import { createConfirmations } from './confirmation';
import type { Answer } from './respond/answer';
import { rendered } from './respond/answer';
import { failure, RejectedCallError } from './respond/failures';
import type { Tool } from './tool';

export interface CallOptions {
  readonly client: TidemarkClient;
  /** Called after each call of a tool, for metrics and logs. */
  readonly onCall?: (call: { tool: string; seconds: number; isError: boolean }) => void;
  /** An error that is a mistake of ours: the agent gets a sentence without details. */
  readonly onError?: (error: unknown) => void;
}

/** A question to a user whose client can show one; the wait ends by then. */
const ASK_TIMEOUT_MS = 300_000;
const MAX_NAME = 100;
/** `Server` checks the parameters of calls itself, and reports wrong ones as such; a stricter schema is an internal error. */
const anyCall = z.looseObject({ method: z.literal('tools/call') });

/**
 * Lists and calls the tools of a session. The handlers of `McpServer` are replaced, because their errors repeat all
 * wrong arguments, which may fill the context of a model.
 */
export function serveTools(server: McpServer, tools: readonly Tool[], options: CallOptions): void {
  const confirmations = createConfirmations();
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed = tools.map(listedTool);
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.server.setRequestHandler(anyCall, async (request, { signal }) => {
    const { params } = CallToolRequestSchema.parse(request);
    const tool = byName.get(params.name);
    if (tool === undefined) return unknownTool(params.name);
    // A client may only be able to open an address for its user.
    const canAsk = server.server.getClientCapabilities()?.elicitation?.form !== undefined;
    const ask = (question: string): Promise<boolean> => askUser(server, question, signal);
    const context = {
      ...{ client: options.client, confirmations, signal },
      ask: canAsk ? ask : null,
    };
    return rendered(await called(tool, params.arguments ?? {}, context, options));
  });
}

/** A tool as `tools/list` shows it. */
function listedTool({ name, title, description, effect, input }: Tool): ListedTool {
  return {
    ...{ name, title, description },
    inputSchema: z.toJSONSchema(input, {
      target: 'draft-7',
      io: 'input',
    }) as ListedTool['inputSchema'],
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'delete',
      openWorldHint: false,
    },
  };
}

function unknownTool(name: string): CallToolResult {
  return rendered({
    summary: `There is no tool ${name.slice(0, MAX_NAME)} in this session: the name is wrong, or the key does not have its scopes. tools/list shows those that there are.`,
    isError: true,
  });
}

async function called(
  tool: Tool,
  input: unknown,
  context: Parameters<Tool['run']>[1],
  { onCall, onError }: CallOptions,
): Promise<Answer> {
  const from = performance.now();
  const answer = await tool.run(input, context).catch((error: unknown): Answer => {
    if (context.signal.aborted) return { summary: 'The call was cancelled.', isError: true };
    try {
      return failure(error);
    } catch {
      onError?.(error);
      return { summary: 'The tool failed by a mistake of the server.', isError: true };
    }
  });
  const seconds = (performance.now() - from) / 1_000;
  onCall?.({ tool: tool.name, seconds, isError: answer.isError === true });
  return answer;
}

/** @throws RejectedCallError if the user does not answer, or the client cannot show the question */
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
      throw new RejectedCallError(reason, { cause: error });
    });
  const content = z.object({ confirm: z.boolean() }).safeParse(result.content);
  return result.action === 'accept' && content.success && content.data.confirm;
}
