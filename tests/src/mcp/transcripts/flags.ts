import type { Transcript } from './transcript';
import { confirmed, dryRun } from './transcript';

const NEW_FLAG = {
  key: 'agent-banner',
  name: 'Made by an agent',
  rollout_percentage: 10,
  active: true,
};
const CHANGE = { key: 'agent-banner', rollout_percentage: 50 };

/** Tasks with flags, from their creation to their deletion. */
export const flagTranscripts: readonly Transcript[] = [
  {
    task: 'Make a flag for a banner, for a tenth of the users.',
    steps: [
      dryRun('create_flag', NEW_FLAG, /^Dry run, nothing was changed: .*agent-banner/),
      {
        tool: 'list_flags',
        input: () => ({ search: 'agent-banner' }),
        check: ({ data }) => expect(data).toEqual([]),
      },
      {
        tool: 'create_flag',
        input: () => ({ ...NEW_FLAG, confirm: 'guessed' }),
        check: ({ isError, summary }) =>
          expect([isError, summary]).toEqual([
            true,
            expect.stringMatching(/^The code does not fit/) as string,
          ]),
      },
      confirmed('create_flag', NEW_FLAG, async ({ summary }, shop) => {
        expect(summary).toBe('Flag agent-banner was made.');
        const { body } = await shop.api.get(
          `/api/projects/${shop.projectId}/feature_flags/?search=agent-banner`,
        );
        expect(body).toMatchObject({
          results: [
            {
              key: 'agent-banner',
              active: true,
              filters: { groups: [{ rollout_percentage: 10 }] },
            },
          ],
        });
      }),
    ],
  },
  {
    task: 'Why does this user not see the banner? Then show it to half of the users.',
    steps: [
      {
        tool: 'explain_flag',
        input: () => ({ key: 'agent-banner', distinct_id: 'nobody' }),
        check: ({ data }) => {
          const { value, conditions } = data as {
            value: boolean;
            conditions: { outcome: string }[];
          };
          expect(['match', 'out_of_rollout']).toContain(conditions[0]?.outcome);
          expect(value).toBe(conditions[0]?.outcome === 'match');
        },
      },
      dryRun('change_flag', CHANGE, /share of condition 0: 10 % → 50 %/),
      confirmed('change_flag', CHANGE, async ({ summary }, shop) => {
        expect(summary).toBe('Flag agent-banner was changed.');
        const { body } = await shop.api.get(
          `/api/projects/${shop.projectId}/feature_flags/?search=agent-banner`,
        );
        expect(body).toMatchObject({
          results: [{ filters: { groups: [{ rollout_percentage: 50 }] } }],
        });
      }),
      {
        tool: 'get_flag',
        input: () => ({ key: 'agent-banner' }),
        check: ({ data }) => expect(data).toMatchObject({ key: 'agent-banner', active: true }),
      },
    ],
  },
  {
    task: 'Delete the banner again.',
    steps: [
      dryRun(
        'delete_flag',
        { key: 'agent-banner' },
        /^Dry run, nothing was changed: The flag agent-banner would be deleted/,
      ),
      confirmed('delete_flag', { key: 'agent-banner' }, async ({ summary }, shop) => {
        expect(summary).toBe('Flag agent-banner was deleted.');
        const { body } = await shop.api.get(
          `/api/projects/${shop.projectId}/feature_flags/?search=agent-banner`,
        );
        expect(body).toMatchObject({ count: 0 });
      }),
      {
        tool: 'get_flag',
        input: () => ({ key: 'agent-banner' }),
        check: ({ isError }) => expect(isError).toBe(true),
      },
    ],
  },
];
