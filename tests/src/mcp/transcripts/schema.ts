import type { Transcript } from './transcript';
import { sorted } from './transcript';

/** Tasks that list the available data. */
export const schemaTranscripts: readonly Transcript[] = [
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
];
