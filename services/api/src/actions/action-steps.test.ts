import { bytecodeError, findInvalidStep, normaliseStep } from './action-steps';

const NOW = new Date('2026-11-22T00:00:00Z');

const step = (more: object) => normaliseStep(more);

it('distinguishes an omitted url_matching from a null one', () => {
  expect(step({}).url_matching).toBe('contains');
  expect(step({ url_matching: null }).url_matching).toBeNull();
});

it.each([
  [[{ url: 'a(', url_matching: 'regex' }], 'steps__0__url'],
  [[{}, { text: '[', text_matching: 'regex' }], 'steps__1__text'],
  [[{ href: '(?<=a)b', href_matching: 'regex' }], 'steps__0__href'],
  [[{ href: '(a)\\1', href_matching: 'regex' }], 'steps__0__href'],
])('finds the expression queries could not run in %j', (steps, attr) => {
  expect(findInvalidStep(steps.map(step), NOW)).toEqual({
    attr,
    detail: expect.stringMatching(/^Invalid regular expression: /),
  });
});

it.each([
  [[{ url: 'a(' }]],
  [[{ url: 'a(', url_matching: 'contains' }]],
  [[{ text: '(?i)a+', text_matching: 'regex' }]],
  [[{ text_matching: 'regex' }]],
  [[]],
])('finds nothing wrong with %j', (steps) => {
  expect(findInvalidStep(steps.map(step), NOW)).toBeNull();
});

it.each([
  [{ a: { b: 1 } }, 'A property filter needs a key'],
  [{ key: '', value: 'x' }, 'A property filter needs a key'],
  [{ key: 'a', value: 'x', type: 'galaxy' }, "type 'galaxy'"],
  [{ key: 'a', value: 'x', type: 'group' }, 'group_type_index'],
  [{ key: 'a', value: 'x', operator: 'near' }, 'near'],
  [{ key: 'a', value: '[', operator: 'regex' }, 'Invalid regular expression'],
  [{ key: 'a', value: ['a', '['], operator: 'not_regex' }, 'Invalid regular expression'],
  [{ key: 'a +', type: 'hogql' }, "In the filter 'a +'"],
  [{ key: 'soon', value: 'x', operator: 'is_date_before' }, 'is not a date'],
])('finds the property filter no query could apply: %j', (filter, detail) => {
  expect(findInvalidStep([step({}), step({ properties: [{}, filter] })], NOW)).toEqual({
    attr: 'steps__1__properties__1',
    detail: expect.stringContaining(detail),
  });
});

it.each([
  [{}],
  [{ key: 'plan', value: 'pro' }],
  [{ key: 'plan', value: null }],
  [{ key: 'id', value: 7, type: 'cohort' }],
  [{ key: 'properties.a > 1', type: 'hogql' }],
  [{ key: 'selector', value: 'a:hover', type: 'element' }],
])('finds nothing wrong with the property filter %j', (filter) => {
  expect(findInvalidStep([step({ properties: [filter] })], NOW)).toBeNull();
});

it.each([
  [{ selector: 'a:hover' }, ':hover cannot be matched, because events do not record it'],
  [{ selector: 'a + b' }, 'events record ancestors, not siblings'],
  [{ selector: '[data-attr]' }, 'needs an operator and a value'],
  [{ selector: 'a,' }, 'a selector is missing at the end'],
  [
    { properties: [{ key: 'selector', value: ['a', 'a:focus'], type: 'element' }] },
    ':focus cannot be matched',
  ],
])('says why %j matches no event', (more, reason) => {
  expect(bytecodeError([step({}), step(more)])).toContain(reason);
});

it('names the step', () => {
  expect(bytecodeError([step({}), step({ selector: 'a + b' })])).toMatch(
    /^Step 2: the selector 'a/,
  );
});

it('names the step of a delivered action whose filter needs a query', () => {
  const steps = [step({}), step({ properties: [{ key: 'id', value: 7, type: 'cohort' }] })];
  expect(bytecodeError(steps)).toBeNull();
  expect(bytecodeError(steps, true)).toMatch(
    /^Step 2 posts nothing to Slack: a filter of type 'cohort'/,
  );
});

it.each(['a, button', 'button:not(.x)', 'a[href^="/buy"]', 'div > a'])(
  'has no error for the selector %s',
  (selector) => expect(bytecodeError([step({ selector })])).toBeNull(),
);
