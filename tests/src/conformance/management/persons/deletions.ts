import type { ConformanceCase, Manage } from '../../test-support/case';
import { counts, settled, shows } from '../../test-support/case';
import { reads, shows as responses } from '../management-steps';
import { ANN, BOB, deletes, gone, NOBODY, post, seen, WORLD } from './person-steps';

export const deletions: readonly ConformanceCase[] = [
  {
    name: 'DELETE: the person is deleted immediately, its events only if requested',
    steps: [
      ...WORLD,
      deletes(ANN, 202),
      gone(ANN),
      deletes(ANN, 404),
      reads('persons/?include_total=1', { count: 1, results: [{ name: 'bob@x.io' }] }),
      reads('persons/?distinct_id=ann', { results: [] }),
      shows('SELECT properties.email FROM persons', [['bob@x.io']]),
      counts('buy', 2),
      deletes(`${BOB}?delete_events=true`, 202),
      gone(BOB),
      shows('SELECT count() FROM persons', [[0]]),
      deletes(`persons/${NOBODY}/`, 404),
      rejectedDelete('persons/ann/'),
      // An event after the deletion creates a new person without the earlier properties.
      seen('bob', 'again', { $set: { email: 'new@x.io' } }, 4),
      ...settled('bob'),
      {
        ...responses('persons/', { results: [{ properties: { email: 'new@x.io' } }] }),
        withinMs: 10_000,
      },
      shows('SELECT properties.email, properties.plan FROM persons', [['new@x.io', null]]),
    ],
  },
  {
    name: 'bulk_delete: by uuids or by distinct ids',
    steps: [
      ...WORLD,
      post('persons/bulk_delete/', {}, 400, {
        detail: 'You need to specify either distinct_ids or ids',
      }),
      post('persons/bulk_delete/', { ids: ['{{ann@x.io}}'], distinct_ids: ['bob'] }, 400),
      post('persons/bulk_delete/', { ids: Array.from({ length: 1001 }, () => NOBODY) }, 400, {
        detail: 'You can only pass 1000 ids in one call',
      }),
      post('persons/bulk_delete/', { ids: ['{{ann@x.io}}'], keep_person: true }, 202, {
        persons_deleted: 0,
      }),
      responses(ANN, { name: 'ann@x.io' }),
      post('persons/bulk_delete/', { ids: ['{{ann@x.io}}', NOBODY], delete_events: true }, 202, {
        persons_found: 1,
        persons_deleted: 1,
        events_queued_for_deletion: true,
        recordings_queued_for_deletion: false,
        deletion_errors: [],
      }),
      gone(ANN),
      post('persons/bulk_delete', { distinct_ids: ['bob', 'nobody'] }, 202, {
        persons_found: 1,
        persons_deleted: 1,
        events_queued_for_deletion: false,
      }),
      reads('persons/', { results: [] }),
      shows('SELECT count() FROM persons', [[0]]),
    ],
  },
];

function rejectedDelete(path: string): Manage {
  return { ...deletes(path, 400), response: { type: 'validation_error', code: 'invalid_input' } };
}
