import { createIsolatedClickHouse } from '@tidemark/testing';
import type { ActionDefinition, ActionStep } from '../features/actions/definition';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

/** Chains S and L of the worked examples (`docs/wire/actions-matching.md#examples`). */
const SAVE =
  'button.btn.btn-primary:attr__class="btn btn-primary"attr__data-attr="save-btn"attr__id="save"attr__type="submit"attr_id="save"nth-child="2"nth-of-type="1"text="Save changes";form.settings:attr__class="settings"nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"';
const LINK =
  'span:nth-child="1"nth-of-type="1"text="Read the docs";a.nav-link:attr__href="https://example.com/docs?ref=nav"href="https://example.com/docs?ref=nav"nth-child="3"nth-of-type="1"text="Docs";body:nth-child="2"nth-of-type="1"';

const AUTOCAPTURE = '$autocapture';

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: AUTOCAPTURE, distinctId: 'S', elementsChain: SAVE }),
    eventRow({ event: AUTOCAPTURE, distinctId: 'L', elementsChain: LINK }),
    eventRow({
      event: '$pageview',
      distinctId: 'P',
      properties: { $current_url: 'https://x/pricing?a=1' },
    }),
    eventRow({
      event: 'buy',
      distinctId: 'B',
      properties: { plan: 'pro', seats: 4, os: 'iOS', $current_url: 'https://x/signup' },
      personProperties: { email: 'ann@example.com' },
    }),
    eventRow({ event: 'buy', distinctId: 'b', properties: { plan: 'free', seats: '12' } }),
  ]);
});

afterAll(() => warehouse.close());

async function matched(steps: readonly ActionStep[]): Promise<string> {
  const action: ActionDefinition = { id: 7, name: 'Paid', steps };
  const rows = await warehouse.rows(
    'select distinct_id from events where matchesAction(7) order by distinct_id',
    { actions: new Map([[7, action]]) },
  );
  return rows.flat().join('');
}

describe('matchesAction', () => {
  it.each<[string, readonly ActionStep[], string]>([
    ['no steps: everything', [], 'BLPSb'],
    ['a step without conditions: everything', [{}], 'BLPSb'],
    ['event name', [{ event: 'buy' }], 'Bb'],
    ['steps are OR-ed', [{ event: '$pageview' }, { event: 'buy', url: '/signup' }], 'BP'],
    ['url is LIKE, case-sensitive', [{ event: '$pageview', url: '/Pricing' }], ''],
    ['url wildcards', [{ event: '$pageview', url: '/p_icing' }], 'P'],
    ['url regex', [{ event: '$pageview', url: '^https://x/p', url_matching: 'regex' }], 'P'],
    ['url exact', [{ event: '$pageview', url: 'https://x/pricing', url_matching: 'exact' }], ''],
    ['url of any event', [{ url: '/signup' }], 'B'],
    ['elements are ignored for other events', [{ url: '/signup', text: 'x', selector: 'y' }], 'B'],
    ['tag of an ancestor', [{ event: AUTOCAPTURE, tag_name: 'form' }], 'S'],
    ['tags are case-sensitive', [{ event: AUTOCAPTURE, tag_name: 'BUTTON' }], ''],
    ['text is exact by default', [{ event: AUTOCAPTURE, text: 'save changes' }], ''],
    ['text contains', [{ event: AUTOCAPTURE, text: 'save', text_matching: 'contains' }], 'S'],
    ['text of an ancestor', [{ event: AUTOCAPTURE, text: 'Docs' }], 'L'],
    [
      'href contains',
      [{ event: AUTOCAPTURE, href: 'EXAMPLE.com/docs', href_matching: 'contains' }],
      'L',
    ],
    ['href is exact by default', [{ event: AUTOCAPTURE, href: 'https://example.com/docs' }], ''],
    ['exact property', [{ event: 'buy', properties: [{ key: 'plan', value: 'pro' }] }], 'B'],
    ['exact number', [{ event: 'buy', properties: [{ key: 'seats', value: 4 }] }], 'B'],
    ['exact list', [{ event: 'buy', properties: [{ key: 'plan', value: ['pro', 'x'] }] }], 'B'],
    [
      'is_not keeps events without the property',
      [
        {
          event: 'buy',
          properties: [{ key: 'os', value: ['iOS', 'Android'], operator: 'is_not' }],
        },
      ],
      'b',
    ],
    ['icontains', [{ properties: [{ key: 'plan', value: 'PR', operator: 'icontains' }] }], 'B'],
    [
      'not_icontains',
      [{ event: 'buy', properties: [{ key: 'plan', value: 'PR', operator: 'not_icontains' }] }],
      'b',
    ],
    ['regex', [{ properties: [{ key: 'plan', value: '^fr', operator: 'regex' }] }], 'b'],
    [
      'not_regex',
      [{ event: 'buy', properties: [{ key: 'plan', value: '^fr', operator: 'not_regex' }] }],
      'B',
    ],
    [
      'gt compares numbers',
      [{ event: 'buy', properties: [{ key: 'seats', value: '5', operator: 'gt' }] }],
      'b',
    ],
    ['lte', [{ event: 'buy', properties: [{ key: 'seats', value: 4, operator: 'lte' }] }], 'B'],
    ['is_set', [{ properties: [{ key: 'os', operator: 'is_set' }] }], 'B'],
    ['is_not_set', [{ event: 'buy', properties: [{ key: 'os', operator: 'is_not_set' }] }], 'b'],
    ['an empty list is true', [{ event: 'buy', properties: [{ key: 'plan', value: [] }] }], 'Bb'],
    [
      'person properties',
      [{ properties: [{ key: 'email', value: 'example', operator: 'icontains', type: 'person' }] }],
      'B',
    ],
    [
      'everything is AND-ed',
      [
        {
          event: 'buy',
          properties: [
            { key: 'plan', value: 'pro' },
            { key: 'seats', value: 5, operator: 'gte' },
          ],
        },
      ],
      '',
    ],
  ])('%s', async (_, steps, expected) => {
    expect(await matched(steps)).toBe(expected);
  });
});
