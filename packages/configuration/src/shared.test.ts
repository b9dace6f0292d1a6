import { redisUrl } from './shared';

it.each([
  'redis://:password@host:6379/0',
  'rediss://host',
  'redis+cluster://host',
  'rediss+cluster://user:password@one:6379,two:6380,10.0.0.3',
])('%s is the URL of a Redis', (url) => {
  expect(redisUrl.parse(url)).toBe(url);
});

it.each([
  '6379',
  'http://host:6379',
  'redis://one:6379,two:6379',
  'redis+cluster://',
  'redis+cluster://one:6379,',
  'redis+cluster://one:6379/1',
])('%s is not', (url) => {
  expect(redisUrl.safeParse(url).success).toBe(false);
});
