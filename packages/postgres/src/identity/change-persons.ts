import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { isRace } from './races';
import type { StoredPerson } from './types';

const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 50;

/** Makes a change by a user in one transaction; repeats it if a worker changed the same rows meanwhile. */
export async function changeByHand<T>(
  { record }: Pick<ResourceDatabase, 'record'>,
  change: (tx: Writer) => Promise<Recorded<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await record(change);
    } catch (error) {
      if (!isRace(error) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}

/** Locks persons until the commit: a worker that has read them and wants to change them must read them again. */
export async function holdPersons(
  tx: Writer,
  projectId: number,
  ids: readonly string[],
): Promise<readonly StoredPerson[]> {
  const { rows } = await sql<StoredPerson>`
    SELECT project_id AS "projectId", id, properties, is_identified AS "isIdentified", version,
           created_at AS "createdAt", first_touch AS "firstTouch"
    FROM persons WHERE project_id = ${projectId} AND id = ANY (${[...ids]}::uuid[])
    ORDER BY id FOR UPDATE`.execute(tx);
  return rows;
}
