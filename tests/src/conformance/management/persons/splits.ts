import type { ConformanceCase } from '../../test-support/case';
import { counts, shows } from '../../test-support/case';
import { reads, shows as responses } from '../management-steps';
import { ANN, NOBODY, post, seen, WORLD } from './person-steps';

/** An anonymous id in the format of SDKs. */
const ANONYMOUS = '17787c327b-0e8f623ea9-336473-1aeaa0-17787c30995b7c';

export const splits: readonly ConformanceCase[] = [
  {
    name: 'split: every other distinct id becomes a person, with its events',
    steps: [
      ...WORLD,
      post(`${ANN}split/`, { main_distinct_id: 'bob' }, 400, { attr: 'main_distinct_id' }),
      post(`${ANN}split/`, { main_distinct_id: 'ann' }, 201, { success: true }),
      responses(ANN, { distinct_ids: ['ann'], properties: { plan: 'pro' } }),
      reads('persons/?distinct_id=phone', {
        results: [{ name: 'phone', distinct_ids: ['phone'], properties: {} }],
      }),
      shows(
        "SELECT count(DISTINCT person_id) FROM person_distinct_ids WHERE distinct_id IN ('ann', 'phone')",
        [[2]],
      ),
      seen('phone', 'later', {}, 3),
      seen('ann', 'later', {}, 3),
      counts('later', 2),
      shows("SELECT count(DISTINCT person_id) FROM events WHERE event = 'later'", [[2]]),
      post(`persons/${NOBODY}/split/`, {}, 404),
    ],
  },
  {
    name: 'split: only the listed distinct ids become other persons',
    steps: [
      seen(ANONYMOUS, 'buy', { $set: { plan: 'pro' } }, 1),
      counts('buy', 1),
      seen('dan', '$identify', { $anon_distinct_id: ANONYMOUS }, 2),
      {
        ...responses('persons/', { results: [{ name: 'dan', properties: { plan: 'pro' } }] }),
        withinMs: 10_000,
      },
      ...[
        { distinct_ids_to_split: ['dan', 'eve'] },
        { distinct_ids_to_split: ['dan'], main_distinct_id: 'dan' },
        { distinct_ids_to_split: [] },
        { distinct_ids_to_split: 'dan' },
      ].map((body) => post('persons/{{dan}}/split/', body, 400, { type: 'validation_error' })),
      post('persons/{{dan}}/split/', { distinct_ids_to_split: [ANONYMOUS] }, 201),
      responses('persons/{{dan}}/', { distinct_ids: ['dan'], properties: { plan: 'pro' } }),
      reads(`persons/?distinct_id=${ANONYMOUS}`, { results: [{ name: ANONYMOUS }] }),
      post('persons/{{dan}}/delete_events/', {}, 202),
      responses('persons/{{dan}}/', { name: 'dan' }),
      post(`persons/${NOBODY}/delete_events/`, {}, 404),
    ],
  },
];
