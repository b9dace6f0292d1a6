import { namingValues } from './naming-values';

it('returns values that identify a person, at any depth, without duplicates', () => {
  const properties = {
    email: ' ann@example.com ',
    name: 'Ann Müller',
    phone: 491701234567,
    contact: { mails: ['ann@example.com', 'a@b.c'] },
    $initial_referrer: 'https://x.test/?mail=a@b.d',
    $os: 'Linux',
  };
  expect(namingValues(properties)).toEqual([
    'ann@example.com',
    'Ann Müller',
    '491701234567',
    'a@b.c',
    'https://x.test/?mail=a@b.d',
  ]);
});

it('leaves out events without an id', () => {
  const properties = {
    age: 42,
    share: 0.123456789,
    vip: true,
    at: null,
    x: 'ab',
    y: 'z'.repeat(401),
  };
  expect(namingValues(properties)).toEqual([]);
});

it('returns at most a hundred values', () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, `value ${n}`]));
  expect(namingValues(many)).toHaveLength(100);
});
