import { findInvalidRegex, normaliseStep } from './action-steps';

const step = (more: object) => normaliseStep(more);

it('tells an omitted url_matching from a null one', () => {
  expect(step({}).url_matching).toBe('contains');
  expect(step({ url_matching: null }).url_matching).toBeNull();
});

it.each([
  [[{ url: 'a(', url_matching: 'regex' }], 'steps__0__url'],
  [[{}, { text: '[', text_matching: 'regex' }], 'steps__1__text'],
  [[{ href: '(?<=a)b', href_matching: 'regex' }], 'steps__0__href'],
  [[{ href: '(a)\\1', href_matching: 'regex' }], 'steps__0__href'],
])('finds the expression queries could not run in %j', (steps, attr) => {
  expect(findInvalidRegex(steps.map(step))).toEqual({
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
  expect(findInvalidRegex(steps.map(step))).toBeNull();
});
