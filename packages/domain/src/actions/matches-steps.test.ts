import { parseElementsChain } from '../elements/parse-elements-chain';
import type { MatchableStep } from './matches-steps';
import { matchesSteps } from './matches-steps';

/** The chains and steps of the worked examples (`docs/wire/actions-matching.md#examples`). */
const CHAINS = {
  S: 'button.btn.btn-primary:attr__class="btn btn-primary"attr__data-attr="save-btn"attr__id="save"attr__type="submit"attr_id="save"nth-child="2"nth-of-type="1"text="Save changes";form.settings:attr__class="settings"nth-child="1"nth-of-type="1";div:attr__id="app"attr_id="app"nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  L: 'span:nth-child="1"nth-of-type="1"text="Read the docs";a.nav-link:attr__href="https://example.com/docs?ref=nav"href="https://example.com/docs?ref=nav"nth-child="3"nth-of-type="1"text="Docs";nav.top:nth-child="1"nth-of-type="1";body:nth-child="2"nth-of-type="1"',
  D: 'button.cta:nth-child="1"nth-of-type="1"text="Go";div.inner:nth-child="1"nth-of-type="1";article.mid:nth-child="1"nth-of-type="1";section.hero:nth-child="1"nth-of-type="1"',
  T: 'div.md:flex.p-1.5:nth-child="1"nth-of-type="1"',
  none: '',
};

function clicked(chain: keyof typeof CHAINS, step: MatchableStep) {
  const elements = parseElementsChain(CHAINS[chain]);
  return matchesSteps([{ event: '$autocapture', ...step }], {
    event: '$autocapture',
    properties: {},
    elements,
  });
}

it.each<[keyof typeof CHAINS, MatchableStep, boolean]>([
  ['S', { tag_name: 'form' }, true],
  ['S', { tag_name: 'BUTTON' }, false],
  ['S', { text: 'save changes' }, false],
  ['S', { text: 'save', text_matching: 'contains' }, true],
  ['L', { text: 'Docs' }, true],
  ['L', { href: 'EXAMPLE.com/docs', href_matching: 'contains' }, true],
  ['L', { href: 'https://example.com/docs' }, false],
  ['S', { selector: 'button.btn-primary.btn' }, true],
  ['S', { selector: '.btn-prim' }, false],
  ['S', { selector: '#save' }, true],
  ['S', { selector: '#sav' }, false],
  ['S', { selector: '[data-attr="save-btn"]' }, true],
  ['S', { selector: '[data-attr]' }, false],
  ['S', { selector: 'form > button' }, true],
  ['S', { selector: 'div button' }, true],
  ['S', { selector: 'div > button' }, false],
  ['D', { selector: 'section > button' }, false],
  ['D', { selector: 'section div button' }, true],
  ['D', { selector: 'section > div button' }, false],
  ['D', { selector: 'section > article button' }, true],
  ['L', { selector: 'a.nav-link' }, true],
  ['S', { selector: 'button > form' }, false],
  ['S', { selector: 'button:hover' }, false],
  ['S', { selector: 'button', text: 'Delete' }, false],
  ['S', { selector: 'button:nth-child(2)' }, true],
  ['S', { selector: 'button:nth-of-type(2)' }, false],
  ['T', { selector: '.md\\:flex' }, true],
  ['T', { selector: '.md' }, false],
  ['T', { selector: '.p-1\\.5' }, true],
  ['none', { selector: '*' }, false],
  ['none', {}, true],
])('clicks on %s match %j: %s', (chain, step, expected) => {
  expect(clicked(chain, step)).toBe(expected);
});

const at = (event: string, properties: Record<string, unknown>, ...steps: MatchableStep[]) =>
  matchesSteps(steps, { event, properties, elements: [] });

it.each([
  [at('any', {}, {}), true],
  [at('any', {}), true],
  [at('any', {}, { event: '$pageview' }, { event: null }), true],
  [at('x', { $current_url: '/signup' }, { url: '/signup', text: 'x', selector: 'y' }), true],
  [at('$pageview', { $current_url: '/pricing' }, { event: '$pageview', url: '/Pricing' }), false],
  [at('$pageview', { $current_url: '/pricing' }, { event: '$pageview', url: '/p_icing' }), true],
  [
    at('$pageview', { $current_url: 'https://x/docs' }, { url: '^/docs', url_matching: 'regex' }),
    false,
  ],
  [
    at(
      '$pageview',
      { $current_url: 'https://x/p/' },
      { url: 'https://x/p', url_matching: 'exact' },
    ),
    false,
  ],
  [at('$pageview', {}, { url: '%' }), false],
  [at('buy', {}, { properties: [{ key: 'os', value: ['iOS'], operator: 'is_not' }] }), true],
  [
    at(
      'buy',
      { plan: 'pro', seats: 4 },
      {
        properties: [
          { key: 'plan', value: 'pro' },
          { key: 'seats', value: 5, operator: 'gte' },
        ],
      },
    ),
    false,
  ],
  // Comparisons that only the engine can make: dates, properties of persons, HogQL.
  [at('buy', {}, { properties: [{ key: 'at', value: '-7d', operator: 'is_date_after' }] }), null],
  [at('buy', {}, { properties: [{ key: 'email', value: 'x', type: 'person' }] }), null],
  [at('buy', { os: 'x' }, { properties: [{ key: 'os', operator: 'gt', value: null }] }), true],
  [at('buy', { os: 'x' }, { properties: [{ key: 'os', operator: 'is_not_set' }] }), false],
  // A missing property, and one that is no number, is outside two bounds.
  [at('buy', { n: 4 }, { properties: [{ key: 'n', operator: 'between', value: [4, 5] }] }), true],
  [at('buy', {}, { properties: [{ key: 'n', operator: 'between', value: [4, 5] }] }), false],
  [
    at('buy', { n: 6 }, { properties: [{ key: 'n', operator: 'not_between', value: [4, 5] }] }),
    true,
  ],
  [
    at('buy', { n: 4 }, { properties: [{ key: 'n', operator: 'not_between', value: [4, 5] }] }),
    false,
  ],
  [at('buy', {}, { properties: [{ key: 'n', operator: 'not_between', value: [4, 5] }] }), true],
  [
    at('buy', { n: 'x' }, { properties: [{ key: 'n', operator: 'not_between', value: [4, 5] }] }),
    true,
  ],
  // One of several values is enough; several texts have no wildcards.
  [at('buy', { n: 6 }, { properties: [{ key: 'n', operator: 'gt', value: [100, 5] }] }), true],
  [
    at('buy', { n: 'ab' }, { properties: [{ key: 'n', operator: 'icontains', value: 'a_' }] }),
    true,
  ],
  [
    at(
      'buy',
      { n: 'ab' },
      { properties: [{ key: 'n', operator: 'icontains', value: ['a_', 'x'] }] },
    ),
    false,
  ],
  [
    at(
      'buy',
      { n: 'a%' },
      { properties: [{ key: 'n', operator: 'icontains_multi', value: 'a%' }] },
    ),
    true,
  ],
  // Lists of exceptions are compared entry by entry.
  ...[
    ['exact', ['Abort'], true],
    ['is_not', 'Abort', true],
    ['not_icontains', ['r', 'b'], false],
    ['is_set', null, true],
  ].map(([operator, value, expected]): [boolean | null, boolean] => [
    at(
      '$exception',
      { $exception_types: ['TypeError', 'Abort'] },
      {
        event: '$exception',
        properties: [{ key: '$exception_types', operator, value }],
      },
    ),
    expected === true,
  ]),
  [at('buy', {}, { properties: [{ key: '1 = 1', type: 'hogql' }] }), null],
  [at('buy', {}, { event: 'other', properties: [{ key: '1 = 1', type: 'hogql' }] }), false],
  [at('buy', {}, {}, { properties: [{ key: '1 = 1', type: 'hogql' }] }), true],
  [at('$rageclick', {}, { event: '$rageclick', selector: 'button.nope' }), true],
])('other events: %#', (verdict, expected) => {
  expect(verdict).toBe(expected);
});
