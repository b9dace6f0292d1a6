import type { ConformanceCase, Manage } from '../test-support/case';
import { captured, counts } from '../test-support/case';

const RUN = { method: 'POST', path: 'mcp_tools/execute_sql/' } as const;

function runs(args: object, status: number, response: object, scopes?: readonly string[]): Manage {
  return {
    manage: RUN,
    body: { args },
    status,
    response,
    ...(scopes !== undefined && { scopes }),
  };
}

const fails = (content: string): object => ({
  success: false,
  content: expect.stringContaining(content) as unknown,
});

/** The requests of PostHog's MCP server: `POST mcp_tools/{tool}/ {"args": {…}}`. */
export const mcpTools: readonly ConformanceCase[] = [
  {
    name: 'execute_sql returns rows as text',
    steps: [
      captured('mcp', { list: [1, 2] }),
      counts('mcp', 1),
      runs(
        { query: "select event, properties.list, null, 1 = 1 from events where event = 'mcp';" },
        200,
        {
          success: true,
          content: expect.stringMatching(/^event\|.*\nmcp\|\[1,2\]\|\(null\)\|/) as unknown,
        },
        ['query:read'],
      ),
      runs({ query: "select event from events where event = 'none'" }, 200, {
        success: true,
        content: 'event',
      }),
    ],
  },
  {
    name: 'execute_sql returns a clear error for invalid input',
    steps: [
      runs({ query: 'select nothing_like_it from events' }, 200, fails('Query validation failed')),
      runs({ query: ' ; ' }, 200, fails('Query is empty')),
      runs({}, 400, fails('There was a validation error calling the tool:\nquery')),
      runs({ query: 'select 1', connectionId: 'x' }, 400, fails('connectionId')),
    ],
  },
  {
    name: 'other tools are a 404, and a key needs query:read',
    steps: [
      {
        manage: { method: 'POST', path: 'mcp_tools/create_insight/' },
        body: { args: {} },
        status: 404,
        response: { success: false, content: "Tool 'create_insight' not found" },
      },
      runs({ query: 'select 1' }, 403, { detail: "API key missing required scope 'query:read'" }, [
        'insight:read',
      ]),
    ],
  },
];
