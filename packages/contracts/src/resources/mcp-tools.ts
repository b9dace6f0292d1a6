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

/** The body of a call of a tool; the tool validates `args`. */
export const mcpToolCallSchema = z.object({
  args: z.record(z.string(), z.unknown()).default({}),
});

/** The result of a tool. An error of a tool is also a response, whose content says how to correct the call. */
export const mcpToolResponseSchema = z.object({ success: z.boolean(), content: z.string() });

export type McpToolResponse = z.infer<typeof mcpToolResponseSchema>;
