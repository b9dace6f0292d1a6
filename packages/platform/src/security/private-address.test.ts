import { isPrivateAddress, isPrivateHost } from './private-address';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
])('%s is not public', (address) => expect(isPrivateAddress(address)).toBe(true));

it.each(['8.8.8.8', '172.32.0.1', '52.216.0.1', '2606:4700::1111', 'example.com'])(
  '%s is not private',
  (address) => expect(isPrivateAddress(address)).toBe(false),
);

it.each([
  ['http://localhost:9000', true],
  ['http://LOCALHOST./', true],
  ['http://a.localhost', true],
  ['http://[::1]:9000', true],
  ['http://2130706433', true],
  ['http://0x7f.1', true],
  ['https://s3.example.com', false],
])('host of %s: %s', (url, expected) =>
  expect(isPrivateHost(new URL(url).hostname)).toBe(expected),
);
