import { isKafkaUrl, parseKafkaUrl } from './kafka-url';

it('reads brokers, with the port of Kafka as the default, and the prefix', () => {
  expect(parseKafkaUrl('kafka://a:9093,b.example.com,[::1]:1')).toEqual({
    brokers: [
      { host: 'a', port: 9093 },
      { host: 'b.example.com', port: 9092 },
      { host: '::1', port: 1 },
    ],
    prefix: 'tidemark',
  });
  expect(parseKafkaUrl('kafka://a/shop-1').prefix).toBe('shop-1');
});

it('reads a login and TLS', () => {
  expect(
    parseKafkaUrl(
      'kafkas://u%40x:p%3Aw@a:1/t?sasl=scram-sha-256&ca=/ca.pem&cert=/c.pem&key=/k.pem&replication=2',
    ),
  ).toEqual({
    brokers: [{ host: 'a', port: 1 }],
    prefix: 't',
    login: { mechanism: 'SCRAM-SHA-256', username: 'u@x', password: 'p:w' },
    tls: { ca: '/ca.pem', cert: '/c.pem', key: '/k.pem' },
    replication: 2,
  });
  expect(parseKafkaUrl('kafka://u:p@a').login?.mechanism).toBe('SCRAM-SHA-512');
});

it.each([
  ['kafka://', 'not a URL of Kafka'],
  ['kafka://a,,b', 'an empty text is not a broker'],
  ['kafka://a:99999', 'a:99999 is not a broker'],
  ['kafka://a:x', 'a:x is not a broker'],
  ['kafka://a/p q', 'the prefix p q'],
  ['kafka://a?acks=1', 'unknown option acks'],
  ['kafka://a?sasl=plain', 'sasl needs a user'],
  ['kafka://u:secret@a?sasl=gssapi', 'sasl must be one of'],
  ['kafka://a?ca=/x', 'need TLS'],
  ['kafkas://a?cert=/x', 'cert and key need each other'],
  ['kafka://a?replication=0', 'replication must be'],
])('rejects %s, saying why', (url, message) => {
  expect(() => parseKafkaUrl(url)).toThrow(message);
  expect(() => parseKafkaUrl(url)).not.toThrow(/secret/);
});

it('recognises URLs of Kafka', () => {
  expect([isKafkaUrl('kafkas://a'), isKafkaUrl('redis://a')]).toEqual([true, false]);
});
