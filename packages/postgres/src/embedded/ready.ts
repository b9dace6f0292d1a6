import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessExit } from '@tidemark/platform';
import { Client } from 'pg';

/** The maximum time until the server is ready; recovery after a crash can take long. */
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 25;

/** Errors while the server is starting: PostgreSQL's error code, and Node's if no server is listening. */
const NOT_YET: ReadonlySet<string> = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET']);
const NO_SUCH_DATABASE = '3D000';
const WRONG_PASSWORD = '28P01';

/**
 * Waits until the server responds, and creates the database of the URL if it does not exist.
 * @throws an error with one line if the server exited, did not respond in time, or rejects the password
 */
export async function ensureDatabase(
  url: string,
  exited: Promise<ProcessExit>,
  reason: () => string,
): Promise<void> {
  let exit: ProcessExit | undefined;
  void exited.then((value) => {
    exit = value;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const code = await failureOf(url, 'SELECT 1');
    if (code === null) return;
    if (code === NO_SUCH_DATABASE) return createDatabaseOf(url);
    if (exit !== undefined) {
      throw new Error(`PostgreSQL ended while it started: ${reason()}`);
    }
    if (code === WRONG_PASSWORD) {
      throw new Error(
        'PostgreSQL does not accept the password in secrets.json: it and the postgres folder of DATA_DIR come from different installations. Restore both from one backup.',
      );
    }
    if (!NOT_YET.has(code) || Date.now() > deadline) {
      throw new Error(`PostgreSQL does not respond (${code}): ${reason()}`);
    }
    await delay(POLL_MS);
  }
}

async function createDatabaseOf(url: string): Promise<void> {
  const target = new URL(url);
  const name = target.pathname.slice(1);
  target.pathname = '/postgres';
  const code = await failureOf(target.href, `CREATE DATABASE "${name.replaceAll('"', '""')}"`);
  if (code !== null)
    throw new Error(`PostgreSQL could not create the database of Tidemark (${code})`);
}

/** Runs one statement on its own connection; returns the error's code, or null on success. */
async function failureOf(url: string, sql: string): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // If the server disappears between two statements, the next statement reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
    return null;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code ?? message;
  } finally {
    await client.end();
  }
}
