import { mcpToolResponseSchema, mcpToolCallSchema } from '@tidemark/contracts';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { requireQuota } from '../query/query-budget';
import { toWireError } from '../query/query-error';
import { executeSql } from './execute-sql';
import { statusOf, unknownTool } from './outcome';

const SQL = 'execute_sql';

/** Routes for the tools that PostHog's MCP server calls on the server, by the name of the tool. */
export function createToolRoutes(deps: {
  readonly engine: QueryEngine;
  readonly maxRows: number;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  return [
    serverRoute({
      name: 'mcp_tools_create',
      summary: 'Run a tool of the MCP server',
      description:
        'There is one tool, `execute_sql`: `{"args": {"query": "select …", "truncate": true}}` runs HogQL ' +
        'and returns the rows as text, one line per row, with cells separated by `|`. A statement that fails ' +
        'returns `success: false` and what is wrong with it.',
      method: 'POST',
      path: '/mcp_tools/:tool_name/',
      access: { scope: 'query:read', queryRate: 'run' },
      params: z.object({ tool_name: z.string() }),
      body: mcpToolCallSchema,
      response: mcpToolResponseSchema,
      status: statusOf,
      statuses: [200, 400, 404],
      rejections: [402],
      async handle({ caller, params, body, signal }) {
        requireQuota(caller, deps.now());
        if (params.tool_name !== SQL) return unknownTool(params.tool_name);
        try {
          return await executeSql(deps, caller, body.args, signal);
        } catch (error) {
          throw toWireError(error, '');
        }
      },
    }),
  ];
}
