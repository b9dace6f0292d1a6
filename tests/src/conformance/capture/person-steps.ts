import type { Rows } from '../test-support/case';
import { shows } from '../test-support/case';

/** The fields that assign an event to another user. */
export function as(distinctId: string, more: object = {}): object {
  return { distinct_id: distinctId, ...more };
}

/** Expects the given columns of the only person in the project. */
export function person(columns: string, ...row: unknown[]): Rows {
  return shows(`SELECT ${columns} FROM persons`, [row]);
}

/** Expects the number of persons that the events with a name belong to, and the number of these events. */
export function owners(event: string, count: number, events: number): Rows {
  return shows(`SELECT count(DISTINCT person_id), count() FROM events WHERE event = '${event}'`, [
    [count, events],
  ]);
}
