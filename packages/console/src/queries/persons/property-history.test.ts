import { objectOf, propertyChanges, textsOf } from './property-history';

const write = (uuid: string, parts: object) => ({
  ...{ uuid, event: 'saved', timestamp: `2026-01-0${uuid}T00:00:00Z` },
  ...{ set: {}, setOnce: {}, unset: [] },
  ...parts,
});

describe('the history of properties', () => {
  it('lists changes, the newest first, without writes of the same value', () => {
    const changes = propertyChanges([
      write('1', { set: { plan: 'free' }, setOnce: { source: 'ad' } }),
      write('2', { set: { plan: 'free' }, setOnce: { source: 'mail' } }),
      write('3', { set: { plan: 'pro', tags: ['a'] } }),
      write('4', { unset: ['plan', 'unknown'] }),
    ]);
    expect(changes.map(({ uuid, key, before, after }) => [uuid, key, before, after])).toEqual([
      ['4', 'plan', 'pro', undefined],
      ['3', 'tags', undefined, ['a']],
      ['3', 'plan', 'free', 'pro'],
      ['1', 'plan', undefined, 'free'],
      ['1', 'source', undefined, 'ad'],
    ]);
  });

  it('reads cells as JSON text or as objects, and ignores other values', () => {
    expect(objectOf('{"a":1}')).toEqual({ a: 1 });
    expect([objectOf('{'), objectOf(null), objectOf([1]), objectOf('"x"')]).toEqual([
      {},
      {},
      {},
      {},
    ]);
    expect([textsOf('["a",1]'), textsOf('x'), textsOf(null)]).toEqual([['a'], [], []]);
  });
});
