import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { DatabaseError } from 'pg';
import { quoted } from './description';
import { tableNames } from './describe';

/**
 * The timeouts of one attempt, during which writers must wait. They are shorter than those of services, so that in a
 * deadlock the backup gives up and not a service. An autovacuum that blocks the lock is cancelled by Postgres.
 */
const TRY_MS = 300;
const DEADLOCK_MS = 100;
const PAUSE_MS = 200;

/** Error codes: the lock is not available, or a deadlock was detected, because another transaction writes. */
const BUSY: ReadonlySet<string> = new Set(['55P03', '40P01']);

/**
 * Begins a transaction that prevents all writes by others; reads are not affected. The caller ends it with
 * `ROLLBACK`.
 * @throws if no lock was possible within `patienceMs`, because of constant writes
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
        throw new Error('Postgres is busy with writes: try again later', {
          cause: error,
        });
      }
      await sleep(PAUSE_MS);
    }
  }
}
