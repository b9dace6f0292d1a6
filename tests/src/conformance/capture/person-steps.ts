import type { Rows } from '../test-support/case';
import { shows } from '../test-support/case';

/** Fields of an event of another user than the usual one. */
export function as(distinctId: string, more: object = {}): object {
  return { distinct_id: distinctId, ...more };
}

/** The project's only person. */
export function person(columns: string, ...row: unknown[]): Rows {
  return shows(`SELECT ${columns} FROM persons`, [row]);
}

/** The number of persons to whom the events with a name belong. */
export function owners(event: string, count: number, events: number): Rows {
  return shows(`SELECT count(DISTINCT person_id), count() FROM events WHERE event = '${event}'`, [
    [count, events],
  ]);
}
