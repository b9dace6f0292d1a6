import { resolveIdentities } from './resolve-identities';
import {
  later,
  NOTHING,
  on,
  identify,
  set,
  person,
  stored,
  id,
} from './test-support/identity-inputs';

describe('merging (source s into target t)', () => {
  it('creates one person for two new ids', () => {
    const { changes } = resolveIdentities(NOTHING, [identify('t', 's', set({ a: 1 }))]);
    expect(changes.created).toMatchObject([
      { id: id('t'), isIdentified: true, properties: { a: 1, $creator_event_uuid: 'event-uuid' } },
    ]);
    expect(
      changes.attached.map(({ distinctId, personId, version }) => [distinctId, personId, version]),
    ).toEqual([
      ['t', id('t'), 0],
      ['s', id('t'), 0],
    ]);
  });

  it.each([
    [
      ['s'],
      's',
      [
        ['s', 0],
        ['t', 0],
      ],
    ],
    [
      ['t'],
      't',
      [
        ['t', 0],
        ['s', 0],
      ],
    ],
    [
      ['s', 't'],
      't',
      [
        ['t', 0],
        ['s', 1],
      ],
    ],
  ])('uses the uuid of the id that has events: %j', (seen, uuidOf, attached) => {
    const personless = seen.map((distinctId) => ({ projectId: 1, distinctId }));
    const { changes } = resolveIdentities({ ...NOTHING, personless }, [identify('t', 's')]);
    expect(changes.created.map((row) => row.id)).toEqual([id(uuidOf)]);
    expect(changes.attached.map(({ distinctId, version }) => [distinctId, version])).toEqual(
      attached,
    );
  });

  it.each([
    ['s', 't'],
    ['t', 's'],
  ])('adds the new id when only %s has a person', (known, added) => {
    const { outcomes, changes } = resolveIdentities(stored([known]), [identify('t', 's')]);
    expect(outcomes[0]?.personId).toBe(id(known));
    expect(changes.attached).toMatchObject([{ distinctId: added, personId: id(known) }]);
    expect(changes.updated).toMatchObject([{ id: id(known), isIdentified: true }]);
  });

  it('requires that a person that only gets an id is still as it was read', () => {
    const { changes } = resolveIdentities(stored(['t', { isIdentified: true }]), [
      identify('t', 's'),
    ]);
    expect(changes.updated).toEqual([]);
    expect(changes.attachedTo).toEqual([{ projectId: 1, id: id('t'), loadedVersion: 3 }]);
  });

  it('merges an anonymous person into the target', () => {
    const loaded = stored(
      ['s', { properties: { a: 's', only: 's' }, version: 9, createdAt: later(-60) }],
      ['t', { properties: { a: 't' }, isIdentified: true }],
    );
    const { outcomes, changes } = resolveIdentities(loaded, [identify('t', 's', set({ b: 1 }))]);
    const properties = { a: 't', only: 's', b: 1 };
    expect(changes.updated).toEqual([
      {
        ...person('t'),
        properties,
        isIdentified: true,
        createdAt: later(-60),
        version: 10,
        loadedVersion: 3,
      },
    ]);
    expect(changes.deleted).toEqual([
      { projectId: 1, id: id('s'), loadedVersion: 9, version: 109, into: id('t') },
    ]);
    expect(outcomes[0]).toMatchObject({ personId: id('t'), personProperties: properties });
  });

  it('rejects an identified source, but stores the event and marks the target', () => {
    const loaded = stored(['s', { isIdentified: true }], ['t']);
    const { outcomes, changes, warnings } = resolveIdentities(loaded, [
      identify('t', 's', set({ a: 1 })),
    ]);
    expect(changes.deleted).toEqual([]);
    expect(changes.updated).toMatchObject([
      { id: id('t'), isIdentified: true, properties: { a: 1 } },
    ]);
    expect(outcomes[0]?.personId).toBe(id('t'));
    expect(warnings.map(({ type }) => type)).toEqual(['cannot_merge_already_identified']);
  });

  it('accepts an identified source if the merge is marked as dangerous', () => {
    const loaded = stored(['s', { isIdentified: true }], ['t']);
    const event = identify('t', 's', { event: '$merge_dangerously' });
    expect(resolveIdentities(loaded, [event]).changes.deleted).toMatchObject([{ into: id('t') }]);
  });

  it.each([
    ['t', 'null'],
    ['guest', 's'],
    ['t', ''],
  ])('rejects %j with %j, and reports the illegal one', (target, source) => {
    const { changes, warnings } = resolveIdentities(stored(['s'], ['t'], ['guest']), [
      identify(target, source),
    ]);
    expect(changes.deleted).toEqual([]);
    expect(warnings).toMatchObject([
      {
        type: 'cannot_merge_with_illegal_distinct_id',
        details: { illegalDistinctId: target === 't' ? source : target },
      },
    ]);
  });

  it('changes nothing if both ids are the same', () => {
    const { changes, warnings } = resolveIdentities(stored(['t']), [identify('t', 't')]);
    expect([changes.updated, changes.attached, warnings]).toEqual([[], [], []]);
  });

  it('follows a chain to its end', () => {
    const { changes } = resolveIdentities(stored(['a'], ['b'], ['c']), [
      identify('b', 'a', { event: '$merge_dangerously' }),
      identify('c', 'b', { event: '$merge_dangerously' }),
      identify('c', 'new'),
    ]);
    expect(changes.deleted.map((row) => [row.id, row.into])).toEqual([
      [id('a'), id('c')],
      [id('b'), id('c')],
    ]);
    expect(changes.attached).toMatchObject([{ distinctId: 'new', personId: id('c') }]);
  });

  it('stores only the override of a person that was created and merged in one batch', () => {
    const { outcomes, changes } = resolveIdentities(stored(['t']), [on('s'), identify('t', 's')]);
    expect(outcomes.map(({ personId }) => personId)).toEqual([id('s'), id('t')]);
    expect([changes.created, changes.deleted]).toEqual([[], []]);
    expect(changes.attached).toEqual([
      { projectId: 1, distinctId: 's', personId: id('t'), version: 1 },
    ]);
  });
});
