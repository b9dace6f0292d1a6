import { probableNames } from './probable-names';

it('finds keys of properties at any depth, and the words of expressions', () => {
  const names = probableNames({
    series: [{ event: 'paid', properties: [{ key: 'a plan', value: ['pro', 7, null] }] }],
    breakdownFilter: { breakdown: 'properties.$browser' },
    query: "SELECT person.properties['größe'], uniq(x) FROM events",
  });
  expect([...names]).toEqual(
    expect.arrayContaining(['a plan', '$browser', 'größe', 'properties', 'timestamp', 'x']),
  );
  expect(names.has('7')).toBe(false);
});

it.each([
  ['a long text', { query: 'a '.repeat(5_001) }],
  ['many words', { query: Array.from({ length: 201 }, (_, index) => `w${index}`).join(' ') }],
])('asks for nothing ahead of %s', (_, query) => {
  expect(probableNames(query).size).toBe(0);
});

it('leaves out texts that cannot be names', () => {
  const names = probableNames([`x\0y`, 'z'.repeat(201)]);
  expect([...names].filter((name) => name.includes('\0') || name.length > 200)).toEqual([]);
});
