import { elementsChain, matchesSteps, parseElementsChain } from '@tidemark/domain';
import { createIsolatedClickHouse } from '@tidemark/testing';
import fc from 'fast-check';
import { actionStep, sentEvent } from '../features/actions/test-support/action-arbitraries';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

/** The engine and the pure predicate must agree for one definition. */
const EVENTS = 250;
const STEPS_PER_RUN = 20;

let warehouse: Warehouse;
const events = fc.sample(sentEvent, { numRuns: EVENTS, seed: 20_260_105 }).map((sent, index) => ({
  ...sent,
  name: `e${index}`,
  chain: elementsChain({ $elements: sent.elements }),
}));

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert(
    'events',
    events.map(({ name, event, properties, person, chain }) =>
      eventRow({
        event,
        properties,
        personProperties: person,
        distinctId: name,
        elementsChain: chain,
      }),
    ),
  );
});
afterAll(() => warehouse.close());

it('engine and predicate agree on random chains and steps', async () => {
  let matched = 0;
  const steps = fc.array(actionStep, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const actions = new Map(
        all.map((step, i) => [i + 1, { id: i + 1, name: null, steps: [step] }]),
      );
      const columns = all.map((_, i) => `matchesAction(${i + 1}) ? 1 : 0`);
      const rows = await warehouse.rows(
        `select distinct_id, ${columns.join(', ')} from events limit ${EVENTS}`,
        { actions },
      );
      const found = new Map(rows.map(([name, ...flags]) => [name, flags]));
      const differences = events.flatMap(({ name, event, properties, person, chain }) => {
        const elements = parseElementsChain(chain);
        return all.flatMap((step, i) => {
          const returned = matchesSteps([step as object], {
            event,
            properties,
            elements,
            personProperties: person,
          });
          const asked = found.get(name)?.[i] === 1;
          if (returned === true) matched += 1;
          return returned === asked
            ? []
            : [{ step, event, properties, person, chain, returned, asked }];
        });
      });
      expect(differences.slice(0, 3)).toEqual([]);
    }),
    { numRuns: 30, endOnFailure: true },
  );
  // If everything or nothing matched, the test would prove nothing.
  expect(matched).toBeGreaterThan(EVENTS);
});

it('matches rows from before chains were split', async () => {
  await warehouse.command(
    'ALTER TABLE events CLEAR COLUMN elements_chain_heads, CLEAR COLUMN elements_chain_attributes, CLEAR COLUMN elements_chain_places',
  );
  const selectors = [
    '.btn',
    '[data-attr="save"], [data-attr="1"], [data-attr="a.b*"], [data-attr="save-btn"]',
    'form > *',
    'div:nth-child(1), a:nth-child(1)',
    'a:not(.btn), form',
  ];
  for (const selector of selectors) {
    const returned = events.filter(({ event, properties, person, chain }) =>
      matchesSteps([{ event: '$autocapture', selector }], {
        event,
        properties,
        elements: parseElementsChain(chain),
        personProperties: person,
      }),
    );
    const actions = new Map([
      [1, { id: 1, name: null, steps: [{ event: '$autocapture', selector }] }],
    ]);
    const rows = await warehouse.rows('select count() from events where matchesAction(1)', {
      actions,
    });
    expect(returned.length).toBeGreaterThan(0);
    expect(rows).toEqual([[returned.length]]);
  }
});
