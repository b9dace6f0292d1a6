import type { ConformanceCase, Manage } from '../../test-support/case';
import { missing, rejected, shows as responses } from '../management-steps';
import { ANN, deletes, gone, NOBODY, patch, post, WORLD } from './person-steps';

export const onePerson: readonly ConformanceCase[] = [
  {
    name: 'one person: found by uuid, only in its own project',
    steps: [
      ...WORLD,
      responses(ANN, {
        type: 'person',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        name: 'ann@x.io',
        distinct_ids: expect.arrayContaining(['ann', 'phone']) as unknown,
        properties: { email: 'ann@x.io', plan: 'pro', seats: 3 },
        is_identified: true,
      }),
      rejected('GET', 'persons/ann/', {
        detail: expect.stringContaining('/persons?distinct_id=ann') as unknown,
      }),
      missing('GET', `persons/${NOBODY}/`),
      // PostHog also has numeric ids of persons.
      missing('GET', 'persons/99999999/'),
      gone(ANN, { elsewhere: true }),
      ...['update_property/', 'delete_property/', 'split/'].map((action): Manage => ({
        ...post(`${ANN}${action}`, { key: 'a', value: 1, $unset: 'plan' }, 404),
        elsewhere: true,
      })),
      { ...patch(ANN, { properties: { plan: 'stolen' } }, 404), elsewhere: true },
      { ...deletes(ANN, 404), elsewhere: true },
      {
        ...post('persons/bulk_delete/', { ids: ['{{ann@x.io}}'] }, 202, { persons_found: 0 }),
        elsewhere: true,
      },
      responses(ANN, { properties: { plan: 'pro' }, distinct_ids: [{}, {}].map(() => anyText()) }),
    ],
  },
];

function anyText(): unknown {
  return expect.any(String);
}
