import type { Transcript } from './transcript';
import { confirmed, count, dataAt, dryRun, LONG } from './transcript';

const INSIGHT = {
  name: 'Orders, as an agent counts them',
  hogql: "SELECT count() FROM events WHERE event = 'order paid'",
};
const ACTION = { name: 'Interest', events: ['product viewed', 'added to cart'] };
const NOTE = { content: 'Release 2', date: '2026-11-20T10:00:00Z' };

/** Tasks with saved items, and with the state of the project, which contains items that earlier tasks created. */
export const savedTranscripts: readonly Transcript[] = [
  {
    task: 'Put the number of orders on a new dashboard.',
    steps: [
      dryRun('create_dashboard', { name: 'Agent' }, /would be made/),
      confirmed('create_dashboard', { name: 'Agent' }, ({ data }) =>
        expect(data).toMatchObject({ id: expect.any(Number) as number }),
      ),
      {
        tool: 'save_insight',
        input: (_shop, before) => ({
          ...INSIGHT,
          dashboard_id: (dataAt(before, -1) as { id: number }).id,
        }),
        check: ({ summary }) => expect(summary).toMatch(/its query works and has 1 results now/),
      },
      {
        tool: 'save_insight',
        input: (_shop, before) => ({
          ...INSIGHT,
          dashboard_id: (dataAt(before, -2) as { id: number }).id,
          confirm: before.at(-1)?.code,
        }),
        check: ({ summary }) => expect(summary).toMatch(/^Saved as insight \d+\.$/),
      },
      {
        tool: 'run_insight',
        input: (_shop, before) => ({ id: (dataAt(before, -1) as { short_id: string }).short_id }),
        check: ({ text }, shop) => expect(text).toContain(`[[${count(shop, 'order paid')}]]`),
      },
      {
        tool: 'get_dashboard',
        input: (_shop, before) => ({ id: (dataAt(before, 1) as { id: number }).id }),
        check: ({ data }) =>
          expect(data).toMatchObject([{ name: INSIGHT.name, kind: 'HogQLQuery' }]),
      },
    ],
  },
  {
    task: 'Make an action for interest in a product, and count it.',
    steps: [
      dryRun('create_action', ACTION, /it matches \d+ events of the last 30 days/),
      confirmed('create_action', ACTION, ({ summary }) =>
        expect(summary).toMatch(/^Action \d+ was made\.$/),
      ),
      {
        tool: 'trend',
        input: (_shop, before) => ({
          series: [{ action_id: (dataAt(before, -1) as { id: number }).id }],
          date_from: LONG,
          interval: 'month',
        }),
        check: ({ data }, shop) => {
          const [line] = data as { total: number }[];
          expect(line?.total).toBe(count(shop, 'product viewed') + count(shop, 'added to cart'));
        },
      },
    ],
  },
  {
    task: 'Note the release, and show who changed what.',
    steps: [
      dryRun('create_annotation', NOTE, /would be put/),
      confirmed('create_annotation', NOTE, ({ summary }) => expect(summary).toMatch(/was made/)),
      {
        tool: 'list_annotations',
        input: () => ({}),
        check: ({ data }) => expect(data).toMatchObject([{ content: 'Release 2' }]),
      },
      {
        tool: 'activity',
        input: () => ({ scope: 'FeatureFlag' }),
        check: ({ data }) => {
          const made = (data as { activity: string }[]).map(({ activity }) => activity);
          expect(made).toEqual(expect.arrayContaining(['created', 'updated']));
        },
      },
    ],
  },
  {
    task: 'Is everything healthy, and do events arrive without problems?',
    steps: [
      {
        tool: 'health',
        input: () => ({}),
        check: ({ isError, data }) => expect([isError, typeof data]).toEqual([false, 'object']),
      },
      {
        tool: 'ingestion_warnings',
        input: () => ({}),
        check: ({ isError, summary }) =>
          expect([isError, summary]).toEqual([false, expect.stringMatching(/warnings/) as string]),
      },
      { tool: 'list_cohorts', input: () => ({}), check: ({ data }) => expect(data).toEqual([]) },
      {
        tool: 'list_actions',
        input: () => ({}),
        check: ({ data }) => expect(data).toMatchObject([{ name: 'Interest' }]),
      },
      {
        tool: 'list_experiments',
        input: () => ({}),
        check: ({ data }) => expect(data).toEqual([]),
      },
    ],
  },
];
