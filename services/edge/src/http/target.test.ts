import { parseTarget } from './target';

it.each([
  ['/e', '/e', ''],
  ['/e/?data=1&v=2', '/e', 'data=1&v=2'],
  ['/', '/', ''],
  ['/http://host/e', '/http://host/e', ''],
])('%s', (url, path, query) => {
  const target = parseTarget(url);
  expect([target.path, target.query.toString()]).toEqual([path, query]);
});
