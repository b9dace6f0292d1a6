import { clusterAddress } from './cluster-url';

it('is null for the URL of one server', () => {
  expect(clusterAddress('redis://:password@host:6379/0')).toBeNull();
});

it.each([
  ['redis+cluster://one', { nodes: [{ host: 'one', port: 6379 }], tls: false }],
  [
    'rediss+cluster://me:p%40ss:word@one:7000,two:7001,[::1]:7002/',
    {
      nodes: [
        { host: 'one', port: 7000 },
        { host: 'two', port: 7001 },
        { host: '::1', port: 7002 },
      ],
      username: 'me',
      password: 'p@ss:word',
      tls: true,
    },
  ],
  [
    'redis+cluster://:secret@10.0.0.1:7000',
    { nodes: [{ host: '10.0.0.1', port: 7000 }], password: 'secret', tls: false },
  ],
])('reads %s', (url, address) => {
  expect(clusterAddress(url)).toEqual(address);
});

it.each(['redis+cluster://', 'redis+cluster://:secret@', 'redis+cluster://one:1/2'])(
  '%s is rejected, and the message has no secret',
  (url) => {
    expect(() => clusterAddress(url)).toThrow(/^a cluster is written as (?!.*secret)/);
  },
);
