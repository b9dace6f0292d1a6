import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SharedProduct } from '../test-support/shared-product';

const run = promisify(execFile);
const PROGRAM = join(
  dirname(require.resolve('@posthog/cli/package.json')),
  'lib',
  'posthog-api-cli.mjs',
);
const CALL_TIMEOUT_MS = 60_000;

/**
 * Calls a tool of PostHog's command line, which has the tools of PostHog's MCP server, and returns its parsed response.
 */
export type CallTool = (tool: string, input: object) => Promise<unknown>;

/** @returns a function that rejects with the output of the program if a request is rejected */
export function createCli(product: SharedProduct, projectId: number): CallTool {
  return async (tool, input) => {
    const { stdout } = await run(
      process.execPath,
      [PROGRAM, 'call', '--json', '--confirm', tool, JSON.stringify(input)],
      {
        timeout: CALL_TIMEOUT_MS,
        maxBuffer: 16 * 1024 * 1024,
        env: {
          ...process.env,
          POSTHOG_CLI_HOST: product.url,
          POSTHOG_CLI_API_KEY: product.personalApiKey,
          POSTHOG_CLI_PROJECT_ID: String(projectId),
        },
      },
    );
    return JSON.parse(stdout) as unknown;
  };
}
