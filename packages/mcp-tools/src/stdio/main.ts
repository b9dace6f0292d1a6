import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readConfig } from './config';
import { runStdio } from './run';

const fail = (error: unknown): void => {
  // Standard output is the protocol's alone.
  process.stderr.write(`tidemark-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
};

const run = async (): Promise<void> => runStdio(readConfig(), new StdioServerTransport(), fail);

run().catch(fail);
