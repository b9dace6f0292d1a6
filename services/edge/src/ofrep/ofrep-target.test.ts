import { parseOfrepPath } from './ofrep-target';

it.each([
  ['/ofrep/v1/evaluate/flags', { flagKey: null }],
  ['/ofrep/v1/evaluate/flags/beta', { flagKey: 'beta' }],
  ['/ofrep/v1/evaluate/flags/a%2Fb', { flagKey: 'a/b' }],
  ['/ofrep/v1/evaluate/flags/100%', { flagKey: '100%' }],
  ['/ofrep/v1/evaluate/flagship', null],
  ['/ofrep/v1/configuration', null],
])('%s', (path, target) => {
  expect(parseOfrepPath(path)).toEqual(target);
});
