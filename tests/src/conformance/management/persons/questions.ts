import type { ConformanceCase } from '../../test-support/case';
import { counts, PERSONAL_KEY, PROJECT } from '../../test-support/case';
import { asked, missing, reads, rejected, shows as responses } from '../management-steps';
import { NOBODY, seen, WORLD } from './person-steps';

export const questions: readonly ConformanceCase[] = [
  {
    name: 'other routes: property values, cohorts, persons by distinct ids',
    steps: [
      ...WORLD,
      seen('cid', 'buy', { $set: { email: 'cid@x.io', plan: 'pro' } }, 3),
      counts('buy', 3),
      {
        send: {
          method: 'GET',
          path: `/api/projects/${PROJECT}/persons/values/?key=plan`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: {
          status: 200,
          body: [
            { name: 'pro', count: 2 },
            { name: 'free', count: 1 },
          ],
        },
        withinMs: 10_000,
      },
      reads('persons/values?key=plan&value=FR', [{ name: 'free', count: 1 }]),
      reads('persons/values/?key=nothing', []),
      rejected('GET', 'persons/values/', { attr: 'key' }),
      {
        manage: { method: 'POST', path: 'cohorts/' },
        body: { name: 'chosen', is_static: true, _create_static_person_ids: ['{{ann@x.io}}'] },
        status: 201,
      },
      {
        ...responses('persons/cohorts/?person_id={{ann@x.io}}', { results: [{ name: 'chosen' }] }),
        withinMs: 15_000,
      },
      responses('persons/cohorts/?person_id={{bob@x.io}}', { results: [] }),
      missing('GET', `persons/cohorts/?person_id=${NOBODY}`),
      rejected('GET', 'persons/cohorts/', {}),
      asked(
        'POST',
        'persons/batch_by_distinct_ids/',
        {
          status: 200,
          body: { results: { phone: { name: 'ann@x.io' }, bob: { name: 'bob@x.io' } } },
          lacks: ['results.nobody'],
        },
        { distinct_ids: ['phone', 'bob', 'nobody'] },
      ),
      asked(
        'POST',
        'persons/batch_by_distinct_ids/',
        { status: 200, body: { results: {} } },
        {
          distinct_ids: [],
        },
      ),
      rejected('POST', 'persons/batch_by_distinct_ids/', { attr: 'distinct_ids' }, {}),
    ],
  },
];
