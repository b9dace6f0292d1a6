import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { clickhouseServerCommand } from './command';
import type { EmbeddedClickHouseOptions, ListeningLine } from './options';

/** How the server process ended. */
export interface ServerExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface EmbeddedClickHouse {
  /** The URL with user and password, as @clickhouse/client accepts it. */
  url: string;
  port: number;
  pid: number;
  password: string;
  /** Waits for inserts, then ends the process, or kills it if that takes too long. Safe to repeat. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): void;
  onExit(callback: (exit: ServerExit) => void): void;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Longer than the server's own limits for a stop. */
const STOP_MS = 20_000;
const START_MS = 60_000;
const KEPT_LOG_LINES = 20;

/**
 * Starts the server and waits until it responds. Without a password, a random one is generated.
 * @param onLogLine called with each line of the server's standard error: JSON lines, and lines of the engine
 * @throws Error with the last output of the server if it ends before it responds
 */
export async function startEmbeddedClickHouse(
  options: EmbeddedClickHouseOptions,
  onLogLine: (line: string) => void = () => undefined,
): Promise<EmbeddedClickHouse> {
  const password = options.password ?? randomBytes(24).toString('base64url');
  const { command, args, stdin } = clickhouseServerCommand({ ...options, password });
  // The child has its own process group, so that a Ctrl-C in the terminal does not reach it. This process stops it.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  // The child may exit before it reads its options; its exit is reported.
  child.stdin.on('error', () => undefined);
  child.stdin.write(stdin);
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const port = await waitUntilListening(child, exited, onLogLine);
  const host = options.host ?? '127.0.0.1';
  return {
    url: `http://default:${encodeURIComponent(password)}@${host}:${port}`,
    port,
    pid: child.pid ?? 0,
    password,
    stop: () => stop(child, exited),
    kill: () => void child.kill('SIGKILL'),
    onExit: (callback) => void exited.then(callback),
  };
}

async function waitUntilListening(
  child: Child,
  exited: Promise<ServerExit>,
  onLogLine: (line: string) => void,
): Promise<number> {
  const logLines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    onLogLine(line);
    logLines.push(line);
    logLines.splice(0, logLines.length - KEPT_LOG_LINES);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const ended = exited.then(async ({ code, signal }): Promise<never> => {
    if (!child.stderr.readableEnded) await once(child.stderr, 'close');
    throw new Error(`clickhouse-embedded ended (${code ?? signal}): ${logLines.join('\n')}`);
  });
  const listening = new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      resolve((JSON.parse(line) as ListeningLine).listening.port);
    });
  });
  try {
    return await Promise.race([listening, ended]);
  } finally {
    clearTimeout(timer);
  }
}

async function stop(child: Child, exited: Promise<ServerExit>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
  child.stdin.destroy();
}
