import type { ShopProject } from '../../test-support/shop-project';
import type { Transcript } from './transcript';
import { sorted } from './transcript';

/** Tasks with persons and groups. */
export const peopleTranscripts: readonly Transcript[] = [
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
];

/** The distinct id of a customer who paid. */
function paying({ events }: ShopProject): string {
  const paid = events.find(({ event }) => event === 'order paid');
  if (paid === undefined) throw new Error('nobody paid');
  return paid.distinct_id;
}
