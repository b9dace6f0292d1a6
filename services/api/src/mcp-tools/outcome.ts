import type { McpToolResponse } from '@tidemark/contracts';

const INVALID = 'There was a validation error calling the tool:';
const FAILED = 'Tool failed:';

/** The statement is at fault: the caller may mend it and try again. */
export function failed(message: string): McpToolResponse {
  const content = `${FAILED} MaxToolRetryableError: ${message}. You may retry with adjusted inputs.`;
  return { success: false, content };
}

export function invalidArguments(problems: readonly string[]): McpToolResponse {
  return { success: false, content: `${INVALID}\n${problems.join('\n')}` };
}

export function unknownTool(name: string): McpToolResponse {
  return { success: false, content: `Tool '${name}' not found` };
}

/**
 * The HTTP status of a result: 200 also if the tool itself failed, 400 for invalid arguments, 404 for an unknown
 * tool.
 */
export function statusOf({ success, content }: McpToolResponse): 200 | 400 | 404 {
  if (success || content.startsWith(FAILED)) return 200;
  return content.startsWith(INVALID) ? 400 : 404;
}
