import type { ConformanceCase } from '../test-support/case';
import { event, OK } from '../test-support/case';
import { asked, reads, rejected } from './management-steps';

/** Replaces a project token; deployed SDKs can use the old one for a grace period. */
export const tokens: readonly ConformanceCase[] = [
  {
    name: 'both tokens are accepted during the grace period; the old one is shown with its expiry',
    steps: [
      reads('', { previous_api_token: null, previous_api_token_expires_at: null }),
      asked(
        'PATCH',
        'reset_token/',
        {
          status: 200,
          body: {
            api_token: expect.stringMatching(/^phc_\w{43}$/) as unknown,
            previous_api_token: expect.stringMatching(/^phc_/) as unknown,
            previous_api_token_expires_at: expect.stringMatching(/^20.*Z$/) as unknown,
          },
        },
        { grace_seconds: 600 },
      ),
      // The token of the case is the one with which the project was created.
      { send: { path: '/capture/', body: event('old') }, response: OK },
      { query: "SELECT count() FROM events WHERE event = 'old'", rows: [[1]] },
      asked(
        'PATCH',
        'reset_token/',
        { status: 200, body: { previous_api_token: null } },
        { grace_seconds: 0 },
      ),
      {
        send: { path: '/capture/', body: event('late') },
        response: { status: 401 },
        withinMs: 1_000,
      },
      rejected('PATCH', 'reset_token/', { attr: 'grace_seconds' }, { grace_seconds: -1 }),
      rejected('PATCH', 'reset_token/', { attr: 'grace_seconds' }, { grace_seconds: 'soon' }),
      asked('PATCH', 'reset_token', { status: 200 }, {}),
    ],
  },
];
