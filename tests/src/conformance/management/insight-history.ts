import type { ConformanceCase, Manage } from '../test-support/case';
import { PERSONAL_KEY, PROJECT } from '../test-support/case';
import { changes, makes, reads, shows } from './management-steps';

const SQL = { kind: 'HogQLQuery', query: 'SELECT count() FROM events' };

function posts(path: string, status: number, body: object = {}): Manage {
  return { manage: { method: 'POST', path }, body, status };
}

/** The viewers and the history of an insight, and the definitions it uses. */
export const insightHistory: readonly ConformanceCase[] = [
  {
    name: 'views, the history, and references of actions',
    steps: [
      makes('actions/', { name: 'Buys', steps: [{ event: 'buy' }] }),
      makes('insights/', {
        name: 'I',
        query: { kind: 'TrendsQuery', series: [{ kind: 'ActionsNode', id: '#{{Buys}}' }] },
      }),
      makes('insights/', { name: 'J', query: SQL }),
      reads('insights/my_last_viewed/', []),
      posts('insights/{{I}}/viewed/', 201),
      posts('insights/{{J}}/viewed', 201),
      reads('insights/my_last_viewed/', [{ name: 'J' }, { name: 'I' }]),
      posts('insights/999999/viewed/', 404),
      posts('insights/viewed/', 400),
      changes('insights/{{J}}/', { name: 'K' }),
      shows('insights/{{J}}/activity/', {
        total_count: 2,
        results: [
          {
            activity: 'updated',
            detail: { name: 'K', changes: [{ field: 'name', before: 'J', after: 'K' }] },
          },
          { activity: 'created' },
        ],
      }),
      reads('insights/activity/', { total_count: 3 }),
      reads('activity_log/?scope=Insight', { total_count: 3 }),
      shows('actions/{{Buys}}/references/', [
        {
          type: 'insight',
          name: 'I',
          url: expect.stringMatching(/^\/insights\/\w{8}$/) as unknown,
        },
      ]),
      reads('actions/?include_reference_count=1', { results: [{ reference_count: 1 }] }),
      changes('insights/{{I}}/', { deleted: true }),
      shows('actions/{{Buys}}/references/', []),
      {
        send: { method: 'GET', path: `/api/projects/${PROJECT}/insights/` },
        response: { status: 401 },
      },
      {
        send: {
          method: 'GET',
          path: `/api/environments/${PROJECT}/insights`,
          headers: { authorization: `Bearer ${PERSONAL_KEY}` },
        },
        response: { status: 200, body: { results: [{ name: 'K' }] } },
      },
    ],
  },
];
