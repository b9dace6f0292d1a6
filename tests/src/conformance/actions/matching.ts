import type { MatchingCase } from './case';

const EVERY = [
  'pricing',
  'upper',
  'p',
  'p slash',
  'no url',
  'ios',
  'no os',
  'other case',
  'signup',
  'click',
];

const buy = (key: string, operator: string, value?: unknown): readonly object[] => [
  {
    event: 'buy',
    properties: [{ key, type: 'event', operator, ...(value !== undefined && { value }) }],
  },
];

export const matching: readonly MatchingCase[] = [
  ['no steps', [], EVERY],
  ['an empty step', [{}], EVERY],
  ['an event name, case-sensitive', [{ event: 'buy' }], ['ios', 'no os']],
  ['an unknown event', [{ event: 'nothing' }], []],
  ['two steps', [{ event: 'Buy' }, { event: 'custom' }], ['other case', 'signup']],
  [
    'a step for every event in addition to another step',
    [{ event: 'buy' }, { event: null }],
    EVERY,
  ],
  ['part of a url, case-sensitive', [{ event: '$pageview', url: '/pricing' }], ['pricing']],
  [
    'part of a url, explicitly',
    [{ url: '/p', url_matching: 'contains' }],
    ['pricing', 'p', 'p slash'],
  ],
  ['a url with a wildcard', [{ event: '$pageview', url: '/_ricing' }], ['pricing', 'upper']],
  ['a whole url', [{ url: 'https://x/p', url_matching: 'exact' }], ['p']],
  ['a pattern that is not at the start', [{ url: '^/p', url_matching: 'regex' }], []],
  ['a pattern', [{ url: '/[pP]r', url_matching: 'regex' }], ['pricing', 'upper']],
  ['null as matching', [{ url: '/signup', url_matching: null }], ['signup']],
  // Only $autocapture events have elements, so conditions on elements are ignored for other events.
  ['element parts on a custom event', [{ event: 'custom', text: 'x', tag_name: 'y' }], ['signup']],
  ['element parts on any event', [{ url: '/signup', text: 'x' }], ['signup']],
  ['a whole text, case-sensitive', [{ event: '$autocapture', text: 'Save changes' }], ['click']],
  ['a text with a different case', [{ event: '$autocapture', text: 'save changes' }], []],
  [
    'part of a text',
    [{ event: '$autocapture', text: 'SAVE', text_matching: 'contains' }],
    ['click'],
  ],
  ['the tag of an ancestor', [{ event: '$autocapture', tag_name: 'a' }], ['click']],
  ['a tag that no element has', [{ event: '$autocapture', tag_name: 'form' }], []],
  ['a whole link', [{ event: '$autocapture', href: 'https://example.com/docs' }], ['click']],
  [
    'part of a link',
    [{ event: '$autocapture', href: 'EXAMPLE.com', href_matching: 'contains' }],
    ['click'],
  ],
  ['exact', buy('os', 'exact', 'iOS'), ['ios']],
  ['exact, with a different case', buy('os', 'exact', 'ios'), []],
  [
    'exact without operator',
    [{ event: 'buy', properties: [{ key: 'os', value: 'iOS' }] }],
    ['ios'],
  ],
  ['exact with a list', buy('os', 'exact', ['iOS', 'Android']), ['ios']],
  ['exact with a number', buy('seats', 'exact', 4), ['ios']],
  ['exact with a number as text', buy('seats', 'exact', '4'), ['ios']],
  ['is_not, also without the property', buy('os', 'is_not', ['iOS', 'Android']), ['no os']],
  ['icontains', buy('plan', 'icontains', 'PR'), ['ios', 'no os']],
  ['not_icontains, also without the property', buy('os', 'not_icontains', 'I'), ['no os']],
  ['regex', buy('plan', 'regex', '^P'), ['no os']],
  ['not_regex, also without the property', buy('os', 'not_regex', 'OS$'), ['no os']],
  ['is_set', buy('os', 'is_set'), ['ios']],
  ['is_set of an empty text', buy('note', 'is_set'), ['no os']],
  ['is_not_set', buy('os', 'is_not_set'), ['no os']],
  ['gt', buy('seats', 'gt', 4), ['no os']],
  ['gte', buy('seats', 'gte', 5), ['no os']],
  ['lt', buy('seats', 'lt', '5'), ['ios']],
  ['lte of a missing property', buy('nothing', 'lte', 5), []],
  [
    'two properties',
    [
      {
        event: 'buy',
        properties: [
          { key: 'plan', value: 'pro', type: 'event' },
          { key: 'seats', value: 5, operator: 'gte', type: 'event' },
        ],
      },
    ],
    [],
  ],
  [
    'a property of the person',
    [{ event: 'buy', properties: [{ key: 'vip', value: 'yes', type: 'person' }] }],
    [],
  ],
];
