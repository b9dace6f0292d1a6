import type { ShopProject } from '../test-support/shop-project';
import type { ToolResult } from './agent';

/** One call of a transcript: the tool, its input, and what its result must be. */
export interface Step {
  readonly tool: string;
  readonly input: (shop: ShopProject, before: readonly ToolResult[]) => object;
  /** Compares the result with what is computed from the events that were sent, or from the API. */
  readonly check: (result: ToolResult, shop: ShopProject, before: readonly ToolResult[]) => unknown;
}

/** A task as a person gives it to an agent, and the calls that do it. */
export interface Transcript {
  readonly task: string;
  readonly steps: readonly Step[];
}

const count = (shop: ShopProject, event: string): number =>
  shop.events.filter((one) => one.event === event).length;

const sum = (shop: ShopProject, event: string, property: string): number =>
  shop.events
    .filter((one) => one.event === event)
    .reduce((total, one) => total + Number(one.properties[property]), 0);

/** How often each value of a property is on an event. */
function countsOf(shop: ShopProject, event: string, property: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of shop.events) {
    if (one.event !== event) continue;
    const value = String(one.properties[property]);
    counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();
const rowsOf = ({ data }: ToolResult): unknown[][] => (data as { rows: unknown[][] }).rows;
const LONG = '-60d';

const dryRun = (tool: string, input: object, words: RegExp): Step => ({
  tool,
  input: () => input,
  check: (result) => expect(result.summary).toMatch(words),
});
/** Repeats the step before with its code. */
const confirmed = (tool: string, input: object, check: Step['check']): Step => ({
  tool,
  input: (_shop, before) => ({ ...input, confirm: before.at(-1)?.code }),
  check,
});

const NEW_FLAG = {
  key: 'agent-banner',
  name: 'Made by an agent',
  rollout_percentage: 10,
  active: true,
};
const CHANGE = { key: 'agent-banner', rollout_percentage: 50 };
const INSIGHT = {
  name: 'Orders, as an agent counts them',
  hogql: "SELECT count() FROM events WHERE event = 'order paid'",
};
const ACTION = { name: 'Interest', events: ['product viewed', 'added to cart'] };
const NOTE = { content: 'Release 2', date: '2026-11-20T10:00:00Z' };

export const transcripts: readonly Transcript[] = [
  {
    task: 'Which events do we collect?',
    steps: [
      {
        tool: 'list_events',
        input: () => ({}),
        check: ({ data }, shop) => {
          const names = sorted((data as { name: string }[]).map(({ name }) => name));
          expect(names).toEqual(sorted(shop.events.map(({ event }) => event)));
        },
      },
    ],
  },
  {
    task: 'What do we know about an order that was paid?',
    steps: [
      {
        tool: 'list_properties',
        input: () => ({ event: 'order paid' }),
        check: ({ data }, shop) => {
          const listed = new Map(
            (data as { name: string; type: string }[]).map(({ name, type }) => [name, type]),
          );
          const sent = shop.events.filter(({ event }) => event === 'order paid');
          const own = sorted(sent.flatMap(({ properties }) => Object.keys(properties))).filter(
            (name) => !name.startsWith('$'),
          );
          for (const name of own) expect([name, listed.has(name)]).toEqual([name, true]);
          expect(listed.get('revenue')).toBe('Numeric');
        },
      },
    ],
  },
  {
    task: 'How many orders were paid, and what is the revenue?',
    steps: [
      {
        tool: 'run_hogql',
        input: () => ({
          query:
            'SELECT count(), sum(toFloat(properties.revenue)) FROM events WHERE event = {event}',
          values: { event: 'order paid' },
        }),
        check: (result, shop) => {
          const [[orders, revenue] = []] = rowsOf(result);
          expect(orders).toBe(count(shop, 'order paid'));
          expect(Number(revenue)).toBeCloseTo(sum(shop, 'order paid', 'revenue'), 4);
        },
      },
    ],
  },
  {
    task: 'My statement fails: repair it.',
    steps: [
      {
        tool: 'run_hogql',
        input: () => ({ query: 'SELECT evnt,\n  count()\nFROM events\nGROUP BY evnt' }),
        check: ({ isError, data, summary }) => {
          expect([isError, summary]).toEqual([true, expect.stringContaining('event') as string]);
          expect(data).toMatchObject({ errors: [{ line: 1, column: 8, text: 'evnt' }] });
        },
      },
      {
        tool: 'check_hogql',
        input: () => ({ query: 'SELECT event,\n  count()\nFROM evens\nGROUP BY event' }),
        check: ({ data }) =>
          expect(data).toMatchObject({
            errors: [{ line: 3, column: 6, text: 'evens', write_instead: 'events' }],
          }),
      },
      {
        tool: 'run_hogql',
        input: () => ({ query: 'SELECT event,\n  count()\nFROM events\nGROUP BY event' }),
        check: (result, shop) => {
          const found = Object.fromEntries(rowsOf(result) as [string, number][]);
          for (const event of sorted(shop.events.map((one) => one.event))) {
            expect([event, found[event]]).toEqual([event, count(shop, event)]);
          }
        },
      },
    ],
  },
  {
    task: 'How did paid orders develop, week by week?',
    steps: [
      {
        tool: 'trend',
        input: () => ({ series: [{ event: 'order paid' }], date_from: LONG, interval: 'week' }),
        check: ({ data }, shop) => {
          const [line] = data as { total: number; points: Record<string, number> }[];
          expect(line?.total).toBe(count(shop, 'order paid'));
          expect(Object.keys(line?.points ?? {}).length).toBeGreaterThanOrEqual(8);
        },
      },
    ],
  },
  {
    task: 'Which browsers do our visitors use?',
    steps: [
      {
        tool: 'trend',
        input: () => ({
          series: [{ event: '$pageview' }],
          date_from: LONG,
          interval: 'month',
          breakdown: { property: '$browser', limit: 20 },
        }),
        check: ({ data }, shop) => {
          const lines = data as { breakdown: unknown; total: number }[];
          const found = Object.fromEntries(
            lines.map(({ breakdown, total }) => [[breakdown].flat().join(), total]),
          );
          expect(found).toEqual(countsOf(shop, '$pageview', '$browser'));
        },
      },
    ],
  },
  {
    task: 'How much revenue comes from each country?',
    steps: [
      {
        tool: 'run_hogql',
        input: () => ({
          query:
            "SELECT properties.$geoip_country_code AS country, round(sum(toFloat(properties.revenue)), 2) AS revenue FROM events WHERE event = 'order paid' GROUP BY country ORDER BY country",
        }),
        check: (result, shop) => {
          const revenue = new Map<string, number>();
          for (const { event, properties } of shop.events) {
            if (event !== 'order paid') continue;
            const country = String(properties['$geoip_country_code']);
            revenue.set(country, (revenue.get(country) ?? 0) + Number(properties['revenue']));
          }
          const found = rowsOf(result) as [string, number][];
          expect(found.map(([country]) => country)).toEqual([...revenue.keys()].sort());
          for (const [country, total] of found) {
            expect(total).toBeCloseTo(revenue.get(country) ?? 0, 1);
          }
        },
      },
    ],
  },
  {
    task: 'Where do buyers drop off between the product and the payment?',
    steps: [
      {
        tool: 'funnel',
        input: () => ({
          steps: ['product viewed', 'added to cart', 'order paid'],
          date_from: LONG,
          window: { count: 60, unit: 'day' },
        }),
        check: ({ data, summary }) => {
          const [funnel] = data as {
            entered: number;
            converted: number;
            steps: { count: number }[];
          }[];
          const counts = (funnel?.steps ?? []).map((step) => step.count);
          expect(counts).toHaveLength(3);
          expect(counts).toEqual([...counts].sort((a, b) => b - a));
          expect(summary).toContain(`${String(counts[0])} entered, ${String(counts[2])} converted`);
        },
      },
      {
        tool: 'run_hogql',
        input: () => ({
          query: "SELECT count(DISTINCT person_id) FROM events WHERE event = 'product viewed'",
        }),
        check: (result, _shop, before) => {
          const [funnel] = before.at(-1)?.data as { entered: number }[];
          expect(rowsOf(result)).toEqual([[funnel?.entered]]);
        },
      },
    ],
  },
  {
    task: 'Do visitors come back?',
    steps: [
      {
        tool: 'retention',
        input: () => ({ start_event: '$pageview', period: 'Week', periods: 4 }),
        check: ({ data }) => {
          const groups = data as { users: number; counts: number[] }[];
          expect(groups).toHaveLength(4);
          for (const { users, counts } of groups) {
            expect(counts[0]).toBe(users);
            expect(Math.max(...counts)).toBe(users);
          }
        },
      },
    ],
  },
  {
    task: 'Which values does the category of a product have?',
    steps: [
      {
        tool: 'property_values',
        input: () => ({ property: 'category', event: 'product viewed' }),
        check: ({ data }, shop) => {
          const week = Date.now() - 7 * 86_400_000;
          const recent = shop.events.filter(
            ({ event, timestamp }) => event === 'product viewed' && Date.parse(timestamp) > week,
          );
          const values = sorted((data as { value: string }[]).map(({ value }) => value));
          expect(values).toEqual(
            sorted(recent.map(({ properties }) => String(properties['category']))),
          );
        },
      },
    ],
  },
  {
    task: 'Which tables can I query, and what is in events?',
    steps: [
      {
        tool: 'describe_tables',
        input: () => ({}),
        check: ({ data }) => expect(data).toEqual(expect.arrayContaining(['events', 'persons'])),
      },
      {
        tool: 'describe_tables',
        input: () => ({ table: 'events' }),
        check: ({ data }) => {
          const names = (data as { name: string }[]).map(({ name }) => name);
          expect(names).toEqual(
            expect.arrayContaining(['uuid', 'event', 'timestamp', 'distinct_id']),
          );
        },
      },
      {
        tool: 'describe_tables',
        input: () => ({ table: 'event' }),
        check: ({ isError, summary }) =>
          expect([isError, summary]).toEqual([true, expect.stringContaining('events') as string]),
      },
    ],
  },
  {
    task: 'Who is this customer, and what happened last?',
    steps: [
      {
        tool: 'get_person',
        input: (shop) => ({ distinct_id: paying(shop), events: 5 }),
        check: ({ data }, shop) => {
          const person = data as { distinct_ids: string[]; events: [string, string][] };
          const own = new Set(person.distinct_ids);
          expect(own.has(paying(shop))).toBe(true);
          const [latest] = shop.events
            .filter(({ distinct_id: id }) => own.has(id))
            .sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
          expect(new Date(String(person.events[0]?.[0])).getTime()).toBe(
            Date.parse(latest?.timestamp ?? ''),
          );
        },
      },
      {
        tool: 'find_persons',
        input: (shop) => ({ search: paying(shop), limit: 50 }),
        check: ({ data }, shop) => {
          const found = data as { distinct_ids: string[] }[];
          expect(found.length).toBeGreaterThan(0);
          for (const { distinct_ids: ids } of found) {
            expect(ids.some((id) => id.includes(paying(shop)))).toBe(true);
          }
        },
      },
    ],
  },
  {
    task: 'Which companies use us?',
    steps: [
      {
        tool: 'find_groups',
        input: () => ({}),
        check: ({ data }) => expect(data).toEqual([{ group_type: 'company', group_type_index: 0 }]),
      },
      {
        tool: 'find_groups',
        input: () => ({ group_type_index: 0 }),
        check: ({ data }, shop) => {
          const known = sorted(
            shop.events
              .filter(({ event }) => event === '$groupidentify')
              .map(({ properties }) => String(properties['$group_key'])),
          );
          const keys = (data as { group_key: string }[]).map((group) => group.group_key);
          expect(keys.every((key) => known.includes(key))).toBe(true);
          expect(keys.length).toBeGreaterThan(0);
        },
      },
    ],
  },
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
          dashboard_id: (before.at(-1)?.data as { id: number }).id,
        }),
        check: ({ summary }) => expect(summary).toMatch(/its query works and has 1 results now/),
      },
      {
        tool: 'save_insight',
        input: (_shop, before) => ({
          ...INSIGHT,
          dashboard_id: (before.at(-2)?.data as { id: number }).id,
          confirm: before.at(-1)?.code,
        }),
        check: ({ summary }) => expect(summary).toMatch(/^Saved as insight \d+\.$/),
      },
      {
        tool: 'run_insight',
        input: (_shop, before) => ({ id: (before.at(-1)?.data as { short_id: string }).short_id }),
        check: ({ text }, shop) => expect(text).toContain(`[[${count(shop, 'order paid')}]]`),
      },
      {
        tool: 'get_dashboard',
        input: (_shop, before) => ({ id: (before.at(1)?.data as { id: number }).id }),
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
          series: [{ action_id: (before.at(-1)?.data as { id: number }).id }],
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

/** A customer who paid. */
function paying({ events }: ShopProject): string {
  const paid = events.find(({ event }) => event === 'order paid');
  if (paid === undefined) throw new Error('nobody paid');
  return paid.distinct_id;
}
