import { plainMessage } from './plain-message';

it.each([
  [
    'Reached the max retries per request limit (which is 1). Refer to "maxRetriesPerRequest" option for details.',
    'Redis cannot be reached',
  ],
  ["Stream isn't writeable and enableOfflineQueue options is false", 'Redis is not connected'],
  ['Connection is closed.', 'the connection to Redis is closed'],
  ['Connection is closed by me', 'Connection is closed by me'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1'],
])('%s', (message, plain) => {
  expect(plainMessage(new Error(message))).toBe(plain);
});

it('reports the first of several addresses that do not respond', () => {
  const errors = [new Error('connect ECONNREFUSED ::1:1'), new Error('other')];
  expect(plainMessage(new AggregateError(errors))).toBe('connect ECONNREFUSED ::1:1');
  expect(plainMessage('text')).toBe('text');
});
