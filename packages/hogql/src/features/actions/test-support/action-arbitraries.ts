import fc from 'fast-check';
import type { ActionStep } from '../definition';

/* Small alphabets, so that steps meet chains often; with what chains and patterns find special. */
const TAGS = ['a', 'button', 'div', 'form', 'svg'];
const CLASSES = ['btn', 'btn-primary', 'md:flex', 'w-1/2', 'w-[1.5px]', 'Z', 'a_b', 'x'];
const VALUES = ['save', 'say "hi"', 'a;button:x', '1', 'Ünï', 'a.b*', 'save-btn', 'x save y', ''];
/** Parts of those values, for attribute operators that search within a value. */
const VALUE_PARTS = ['save', 'sa', 'y', '"', ';', 'Ü', '-btn', 'x', ''];
const OPERATORS = ['=', '~=', '|=', '^=', '$=', '*='];
const NAMES = ['data-attr', 'data_attr', 'title', 'Role'];
const EVENTS = ['$autocapture', '$pageview', '$screen', 'buy'];
const TEXTS = ['Save', 'save changes', 'say "hi"', ';a:', 'x%y', 'zürich'];
const URLS = ['https://x/a', 'https://x/A?b=1', '/a_b', 'x\ny'];

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const element = fc
  .record({
    tag_name: pick(TAGS),
    classes: fc.subarray(CLASSES, { maxLength: 3 }),
    attributes: fc.dictionary(pick(NAMES), pick(VALUES), { maxKeys: 2 }),
    id: maybe(pick(VALUES)),
    href: maybe(pick(URLS)),
    text: maybe(pick(TEXTS)),
    nth_child: fc.integer({ min: 1, max: 3 }),
    nth_of_type: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ tag_name, classes, attributes, id, href, text, nth_child, nth_of_type }) => ({
    tag_name,
    nth_child,
    nth_of_type,
    ...(classes.length > 0 && { attr__class: classes.join(' ') }),
    ...Object.fromEntries(Object.entries(attributes).map(([key, v]) => [`attr__${key}`, v])),
    ...(id !== undefined && { attr__id: id }),
    ...(href !== undefined && { attr__href: href }),
    ...(text !== undefined && { $el_text: text }),
  }));

const property = fc.oneof(
  pick<unknown>(['pro', 'Pro', 'x%y', '', '12', '7', 'abc']),
  fc.integer({ min: -3, max: 20 }),
  fc.boolean(),
);

/** An event as an SDK sends it. */
export const sentEvent = fc.record({
  event: pick(EVENTS),
  elements: fc.array(element, { maxLength: 4 }),
  properties: fc.record(
    { plan: property, seats: property, $current_url: pick(URLS), $screen_name: pick(URLS) },
    { requiredKeys: [] },
  ),
  person: fc.record({ vip: property }, { requiredKeys: [] }),
});

const compound = fc
  .record({
    tag: fc.option(pick([...TAGS, '*']), { nil: '' }),
    classes: fc.subarray(CLASSES, { maxLength: 2 }),
    id: maybe(pick(['save', '1'])),
    attributes: fc.dictionary(pick(NAMES), pick(VALUES), { maxKeys: 2 }),
    escaped: fc.boolean(),
    tests: fc.array(
      fc.tuple(pick([...NAMES, 'class', 'href', 'id']), pick(OPERATORS), pick(VALUE_PARTS)),
      { maxLength: 2, size: 'xsmall' },
    ),
    nth: maybe(fc.tuple(pick(['nth-child', 'nth-of-type']), fc.integer({ min: 1, max: 2 }))),
  })
  .map(({ tag, classes, id, attributes, tests, escaped, nth }) =>
    [
      tag,
      ...classes.map((name) => `.${escaped ? name.replace(/[:/.[\]]/g, '\\$&') : name}`),
      id === undefined ? '' : `[id="${id}"]`,
      ...Object.entries(attributes).map(([key, value]) => `[${key}='${value}']`),
      ...tests.map(([key, operator, value]) => `[${key}${operator}'${value}']`),
      nth === undefined ? '' : `:${nth[0]}(${nth[1]})`,
    ].join(''),
  )
  .map((text) => (text === '' ? '*' : text));

/** An element that does not match one of some others. */
const negating = fc
  .tuple(compound, fc.array(compound, { minLength: 1, maxLength: 2 }))
  .map(([text, others]) => `${text}:not(${others.join(', ')})`);

const complex = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 2, arbitrary: compound },
        { weight: 1, arbitrary: negating },
        { weight: 3, arbitrary: pick([...TAGS, '*', '.btn', '.x']) },
      ),
      pick([' ', ' > ']),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) =>
    parts.map(([text, joint], i) => text + (i === parts.length - 1 ? '' : joint)).join(''),
  );

export const selector = fc
  .array(complex, { minLength: 1, maxLength: 2 })
  .map((selectors) => selectors.join(', '));

const matching = fc.option(pick(['contains', 'exact', 'regex'] as const));
const pattern = (values: readonly string[]) =>
  pick([...values, 'a', 'SAVE', '_', '%', '.', '^https', 'b$', '[A-Z]']);

const values = fc.oneof(property, fc.array(property, { maxLength: 2 }));
const filter = fc.oneof(
  fc.record({
    key: pick(['plan', 'seats']),
    operator: pick(['exact', 'is_not', 'icontains', 'not_icontains', 'in', 'not_in']),
    value: values,
    type: fc.constant('event'),
  }),
  fc.record({
    key: pick(['plan', 'seats', 'none']),
    operator: pick(['gt', 'gte', 'lt', 'lte']),
    value: fc.oneof(
      fc.integer({ min: -3, max: 20 }),
      pick(['7', '12']),
      fc.constantFrom<unknown>([12, 1], []),
    ),
    type: fc.constant('event'),
  }),
  fc.record({
    key: pick(['plan', 'seats', 'none']),
    operator: pick(['between', 'not_between']),
    value: pick([
      [1, 12],
      ['7', '12'],
      [-3, -3],
    ]),
    type: fc.constant('event'),
  }),
  fc.record({
    key: pick(['plan', 'none']),
    operator: pick(['is_set', 'is_not_set', 'starts_with', 'not_ends_with']),
    value: pick(['p', 'o']),
    type: fc.constant('event'),
  }),
  fc.record({
    key: pick(['plan', 'none']),
    operator: pick(['icontains_multi', 'not_icontains_multi', 'icontains']),
    value: fc.constantFrom<unknown>('p_', ['p_', 'o'], ['%', 'x'], 'o'),
    type: fc.constant('event'),
  }),
  fc.record({
    key: pick(['plan', 'seats']),
    operator: pick(['regex', 'not_regex']),
    value: pick(['^p', '(?i)PRO', '\\d', '.']),
    type: fc.constant('event'),
  }),
  fc.record({
    key: fc.constant('vip'),
    operator: pick(['exact', 'is_not']),
    value: values,
    type: fc.constant('person'),
  }),
  fc.record({
    key: pick(['selector', 'tag_name']),
    operator: pick(['exact', 'is_not']),
    value: fc.oneof(pick(TAGS), fc.subarray(TAGS, { minLength: 1, maxLength: 2 })),
    type: fc.constant('element'),
  }),
  fc.record({
    key: pick(['text', 'href']),
    operator: pick(['exact', 'is_not', 'icontains', 'not_icontains_multi', 'not_ends_with']),
    value: fc.oneof(pick([...TEXTS, ...URLS]), fc.constant<unknown>([])),
    type: fc.constant('element'),
  }),
);

/** A step with few conditions: with many conditions nothing would ever match. */
export const actionStep: fc.Arbitrary<ActionStep> = fc.oneof(
  fc.record({ event: fc.constant('$autocapture'), selector }),
  fc.record(
    {
      event: fc.constant('$autocapture'),
      selector,
      tag_name: pick(TAGS),
      text: pattern(TEXTS),
      text_matching: matching,
      href: pattern(URLS),
      href_matching: matching,
    },
    { requiredKeys: ['event'] },
  ),
  fc.record(
    { event: fc.option(pick(EVENTS)), url: pattern(URLS), url_matching: matching },
    { requiredKeys: ['url'] },
  ),
  fc.record(
    { event: pick(EVENTS), properties: fc.array(filter, { maxLength: 2 }) },
    { requiredKeys: ['properties'] },
  ),
);
