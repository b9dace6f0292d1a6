import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { credentialsOf, TENANT_TABLES, tenantUrl } from '@tidemark/clickhouse';
import { clickhouseServerCommand } from '@tidemark/clickhouse-embedded';
import type { ManagedProcess } from '@tidemark/platform';
import { findFreePort } from '@tidemark/platform';
import { z } from 'zod';
import { manageChild, readLines, untilHealthy } from './child-lifecycle';

export interface ClickHouseChild extends ManagedProcess {
  readonly url: string;
  readonly port: number;
}

export interface ClickHouseChildOptions {
  /** DATA_DIR; the data is stored in its folder `clickhouse`. */
  readonly dataDir: string;
  /** The port; by default a free one. */
  readonly port?: number;
  readonly password: string;
  /** The path of the Node.js that runs it. */
  readonly nodePath: string;
  /** Called for every line that the process prints. */
  readonly onLine: (line: string) => void;
}

const listeningLine = z.object({ listening: z.object({ port: z.number() }) });

/** The maximum time for a start: opening millions of parts after a crash can take this long. */
const START_TIMEOUT_MS = 120_000;
/** Longer than the server's own limits for a stop. */
const GRACE_MS = 20_000;

/**
 * Starts the embedded ClickHouse and resolves when it responds. The process ends by itself when this process closes
 * its standard input.
 */
export async function startClickHouseChild(
  options: ClickHouseChildOptions,
): Promise<ClickHouseChild> {
  const listenOn = options.port ?? (await findFreePort());
  const url = `http://default:${encodeURIComponent(options.password)}@127.0.0.1:${listenOn}/default`;
  const tenant = { ...credentialsOf(tenantUrl(url)), tables: TENANT_TABLES };
  const { command, args, stdin } = clickhouseServerCommand(
    {
      dataDir: join(options.dataDir, 'clickhouse'),
      port: listenOn,
      password: options.password,
      tenant,
    },
    options.nodePath,
  );
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  // The process may exit before it reads its options; the exit handler reports that.
  child.stdin.on('error', () => undefined);
  child.stdin.write(stdin);
  const managed = manageChild(child, GRACE_MS);
  const { promise, onLine } = firstListeningLine();
  const lastWords = readLines(child, (line) => {
    onLine(line);
    options.onLine(line);
  });
  const port = await untilHealthy(promise, managed, lastWords, START_TIMEOUT_MS);
  return { ...managed, port, url };
}

function firstListeningLine(): { promise: Promise<number>; onLine: (line: string) => void } {
  let found: (port: number) => void = () => undefined;
  const promise = new Promise<number>((resolve) => {
    found = resolve;
  });
  const onLine = (line: string): void => {
    if (!line.startsWith('{"listening"')) return;
    found(listeningLine.parse(JSON.parse(line)).listening.port);
  };
  return { promise, onLine };
}
