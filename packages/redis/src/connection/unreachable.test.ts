import { isRedisUnavailable } from './unreachable';

it.each([
  new Error('Connection is closed.'),
  new Error("Stream isn't writeable and enableOfflineQueue options is false"),
  new Error('Reached the max retries per request limit (which is 1). Refer to …'),
  new Error("Cluster isn't ready and enableOfflineQueue options is false"),
  new Error('Failed to refresh slots cache.'),
  new Error('CLUSTERDOWN The cluster is down'),
  new Error('LOADING Redis is loading the dataset in memory'),
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
])('%s: the server is unavailable', (error) => {
  expect(isRedisUnavailable(error)).toBe(true);
});

it.each([
  new Error('WRONGTYPE Operation against a key'),
  new Error('OOM command not allowed'),
  'text',
])('%s: the server is available', (error) => {
  expect(isRedisUnavailable(error)).toBe(false);
});
