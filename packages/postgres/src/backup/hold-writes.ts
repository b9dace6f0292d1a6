import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { DatabaseError } from 'pg';
import { quoted } from './description';
import { tableNames } from './describe';

/**
 * How long one try may make writers queue behind it. Ours is the shorter patience: of two that wait for
 * each other it is we who give up (and an autovacuum in our way is asked to leave), never a service.
 */
const TRY_MS = 300;
const DEADLOCK_MS = 100;
const PAUSE_MS = 200;

/** Lock not available, or deadlock: another transaction is writing. */
const BUSY: ReadonlySet<string> = new Set(['55P03', '40P01']);

/**
 * Begins a transaction in which no one else writes to any table; whoever reads is not held up. It ends
 * with `ROLLBACK`.
 *
 * @throws when writers left no gap within `patienceMs`.
 */
export async function holdWrites(client: ClientBase, patienceMs: number): Promise<void> {
  const tables = (await tableNames(client)).map(quoted).join(', ');
  const deadline = performance.now() + patienceMs;
  for (;;) {
    await client.query('BEGIN');
    try {
      await client.query(`SET LOCAL deadlock_timeout = ${DEADLOCK_MS}`);
      await client.query(`SET LOCAL lock_timeout = ${TRY_MS}`);
      await client.query(`LOCK TABLE ${tables} IN SHARE MODE`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!(error instanceof DatabaseError) || !BUSY.has(error.code ?? '')) throw error;
      if (performance.now() > deadline) {
        throw new Error('Postgres is written to without a pause: try again later', {
          cause: error,
        });
      }
      await sleep(PAUSE_MS);
    }
  }
}
