import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { Schema } from '../schema';
import { isRace } from './races';
import type { StoredPerson } from './types';

const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 50;

/** A change made by hand, all or nothing; tried again when a worker was faster. */
export async function changeByHand<T>(
  { db }: Database,
  change: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      if (!isRace(error) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}

/** Persons as they are until commit: a worker that decides on them meanwhile decides again. */
export async function holdPersons(
  tx: Transaction<Schema>,
  projectId: number,
  ids: readonly string[],
): Promise<readonly StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    SELECT project_id AS "projectId", id, properties, is_identified AS "isIdentified", version,
           created_at AS "createdAt"
    FROM persons WHERE project_id = ${projectId} AND id = ANY (${[...ids]}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx);
  return rows;
}
