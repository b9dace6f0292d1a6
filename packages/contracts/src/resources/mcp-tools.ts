import { z } from 'zod';

/** Arguments of the tool `execute_sql`. */
export const executeSqlArgsSchema = z.object({
  query: z.string().describe('A HogQL statement.'),
  truncate: z
    .boolean()
    .default(true)
    .describe('Whether long objects and lists in cells are cut off.'),
  connectionId: z.null().optional().describe('There are no connections here.'),
  sendRawQuery: z.literal(false).optional().describe('Works on connections only.'),
});

/** Body of a tool's call; the tool itself checks `args`. */
export const mcpToolCallSchema = z.object({
  args: z.record(z.string(), z.unknown()).default({}),
});

/** What a tool did. A tool that failed is a response, too, with what to do about it. */
export const mcpToolResponseSchema = z.object({ success: z.boolean(), content: z.string() });

export type McpToolResponse = z.infer<typeof mcpToolResponseSchema>;
