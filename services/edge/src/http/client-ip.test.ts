import type { IncomingMessage } from 'node:http';
import { clientIp, namedAddress } from './client-ip';

const request = (header: string | undefined, peer = '::ffff:10.0.0.1'): IncomingMessage =>
  ({
    headers: header === undefined ? {} : { 'x-forwarded-for': header },
    socket: { remoteAddress: peer },
  }) as unknown as IncomingMessage;

describe('clientIp', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 , 10.1.1.1', '203.0.113.9'],
    ['203.0.113.9:5123', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
    [undefined, '10.0.0.1'],
  ])('believes the first entry: %j', (header, expected) => {
    expect(clientIp(request(header), undefined)).toBe(expected);
  });

  it.each([
    [0, '10.0.0.1'],
    [1, '192.0.2.3'],
    [2, '192.0.2.2'],
    [9, '192.0.2.1'],
  ])('counts %i trusted proxies from the right', (hops, expected) => {
    expect(clientIp(request('192.0.2.1, 192.0.2.2, 192.0.2.3'), hops)).toBe(expected);
  });

  it('is null without an address', () => {
    expect(clientIp(request(undefined, 'pipe'), undefined)).toBeNull();
  });
});

describe('the header HTTP_X_FORWARDED_FOR', () => {
  const naming = (value: string): IncomingMessage =>
    ({
      headers: { http_x_forwarded_for: value },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as IncomingMessage;

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9, 10.1.1.1', '203.0.113.9'],
    ['nonsense', null],
  ])('names an address: %j', (value, expected) => {
    expect(namedAddress(naming(value))).toBe(expected);
  });

  it.each([
    [undefined, '203.0.113.9'],
    [0, '10.0.0.1'],
    [1, '10.0.0.1'],
  ])('is the client only where no proxy is trusted: %p', (hops, expected) => {
    expect(clientIp(naming('203.0.113.9'), hops)).toBe(expected);
  });
});
