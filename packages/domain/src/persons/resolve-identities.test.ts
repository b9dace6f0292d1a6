import type { IdentityInput, LoadedIdentity, PersonRow } from './identity-types';
import { personUuid } from './person-uuid';
import { resolveIdentities } from './resolve-identities';

const T0 = new Date('2026-01-02T00:00:00Z');
const later = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);
const NOTHING: LoadedIdentity = { distinctIds: [], persons: [], personless: [], tombstones: [] };

const on = (distinctId: string, given: Partial<IdentityInput> = {}): IdentityInput => ({
  projectId: 1,
  uuid: 'event-uuid',
  event: 'e',
  distinctId,
  timestamp: T0,
  personless: false,
  update: { set: {}, setOnce: {}, unset: [] },
  mergeSource: null,
  ...given,
});
const identify = (
  target: string,
  source: string,
  given: Partial<IdentityInput> = {},
): IdentityInput => on(target, { event: '$identify', mergeSource: source, ...given });
const set = (properties: Record<string, unknown>) => ({
  update: { set: properties, setOnce: {}, unset: [] },
});

const person = (id: string, given: Partial<PersonRow> = {}): PersonRow => ({
  projectId: 1,
  id: personUuid(1, id),
  properties: {},
  isIdentified: false,
  version: 3,
  createdAt: T0,
  ...given,
});
/** Persons made from the ids they are named after, each with that id. */
const stored = (...persons: [id: string, given?: Partial<PersonRow>][]): LoadedIdentity => ({
  ...NOTHING,
  persons: persons.map(([id, given]) => person(id, given)),
  distinctIds: persons.map(([id]) => ({
    projectId: 1,
    distinctId: id,
    personId: personUuid(1, id),
    version: 0,
  })),
});
const id = (distinctId: string): string => personUuid(1, distinctId);

describe('one id', () => {
  it('gets a person from its first event', () => {
    const event = on('u', { update: { set: { a: 1 }, setOnce: { a: 2, b: 3 }, unset: [] } });
    const { outcomes, changes } = resolveIdentities(NOTHING, [event]);
    const properties = { a: 1, b: 3, $creator_event_uuid: 'event-uuid' };
    const at = T0.getTime();
    const firstTouch = { base: [at, 0, 0], named: [[at, 0, 0, ['b']]] };
    const row = { projectId: 1, id: id('u'), properties, isIdentified: false, createdAt: T0 };
    expect(changes.created).toEqual([{ ...row, version: 0, firstTouch }]);
    expect(changes.attached).toEqual([
      { projectId: 1, distinctId: 'u', personId: id('u'), version: 0 },
    ]);
    expect(outcomes).toEqual([
      { personId: id('u'), personCreatedAt: T0, personProperties: properties, personMode: 'full' },
    ]);
  });

  it('shows on each event the properties as of that event', () => {
    const { outcomes, changes } = resolveIdentities(stored(['u', { properties: { n: 0 } }]), [
      on('u', set({ n: 1 })),
      on('u'),
      on('u', set({ n: 2 })),
    ]);
    expect(outcomes.map((outcome) => outcome.personProperties['n'])).toEqual([1, 1, 2]);
    expect(changes.updated).toMatchObject([{ properties: { n: 2 }, version: 4, loadedVersion: 3 }]);
  });

  it('shows a noisy value on the event without writing it', () => {
    const loaded = stored(['u', { properties: { $browser: 'A' } }]);
    const { outcomes, changes } = resolveIdentities(loaded, [on('u', set({ $browser: 'B' }))]);
    expect(outcomes[0]?.personProperties).toEqual({ $browser: 'B' });
    expect(changes.updated).toEqual([]);
  });

  it.each(['$exception', '$$heatmap', '$groupidentify'])('is not changed by %s', (event) => {
    const { changes } = resolveIdentities(stored(['u']), [on('u', { event, ...set({ a: 1 }) })]);
    expect(changes.updated).toEqual([]);
  });

  it('is above its tombstone when it comes back', () => {
    const loaded = { ...NOTHING, tombstones: [{ projectId: 1, id: id('u'), version: 107 }] };
    expect(resolveIdentities(loaded, [on('u')]).changes.created).toMatchObject([{ version: 108 }]);
  });

  it('keeps its properties when they would grow too large', () => {
    const { changes, warnings } = resolveIdentities(stored(['u']), [
      on('u', set({ text: 'x'.repeat(700_000) })),
    ]);
    expect(changes.updated).toEqual([]);
    expect(warnings.map(({ type }) => type)).toEqual(['person_properties_size_violation']);
  });

  it('starts without the value that makes it too large', () => {
    const properties = { text: 'x'.repeat(700_000), a: 1 };
    const { changes, warnings } = resolveIdentities(NOTHING, [on('u', set(properties))]);
    expect(Object.keys(changes.created[0]?.properties ?? {})).toEqual(['a', '$creator_event_uuid']);
    expect(warnings.map(({ type }) => type)).toEqual(['person_properties_size_violation']);
  });

  it('is trimmed when a merge makes it too large', () => {
    const loaded = stored(
      ['anon', { properties: { theirs: 'x'.repeat(400_000) } }],
      ['u', { properties: { ours: 'x'.repeat(300_000), email: 'e' } }],
    );
    const { changes, warnings } = resolveIdentities(loaded, [
      on('u', { event: '$identify', mergeSource: 'anon' }),
    ]);
    expect(Object.keys(changes.updated[0]?.properties ?? {})).toEqual(['ours', 'email']);
    expect(warnings.map(({ type }) => type)).toEqual(['person_properties_size_violation']);
  });

  it('is another person in another project', () => {
    const { outcomes } = resolveIdentities(stored(['u']), [on('u'), on('u', { projectId: 2 })]);
    expect(outcomes.map(({ personId }) => personId)).toEqual([id('u'), personUuid(2, 'u')]);
  });
});

describe('without a person', () => {
  it('has the uuid of the person to come, and is noted', () => {
    const { outcomes, changes } = resolveIdentities(NOTHING, [
      on('p', { personless: true, ...set({ a: 1 }) }),
      on('p', { personless: true }),
    ]);
    expect(outcomes[0]).toEqual({
      personId: id('p'),
      personCreatedAt: new Date('1970-01-01T00:00:05Z'),
      personProperties: {},
      personMode: 'propertyless',
    });
    expect(changes).toMatchObject({ created: [], attached: [] });
    expect(changes.personlessSeen).toEqual([{ projectId: 1, distinctId: 'p' }]);
  });

  it.each([
    [30, 'propertyless'],
    [61, 'force_upgrade'],
  ])('uses a real person; %d s after its creation as %s', (age, personMode) => {
    const loaded = stored(['u', { properties: { a: 1 } }]);
    const { outcomes } = resolveIdentities(loaded, [
      on('u', { personless: true, timestamp: later(age) }),
    ]);
    expect(outcomes).toEqual([
      { personId: id('u'), personCreatedAt: T0, personProperties: {}, personMode },
    ]);
  });

  it('needs an override once the id joins another person, in the same batch or later', () => {
    const events = [on('p', { personless: true }), identify('u', 'p')];
    const loaded = { ...stored(['u']), personless: [{ projectId: 1, distinctId: 'p' }] };
    for (const { changes } of [
      resolveIdentities(stored(['u']), events),
      resolveIdentities(loaded, events.slice(1)),
    ]) {
      expect(changes.attached).toEqual([
        { projectId: 1, distinctId: 'p', personId: id('u'), version: 1 },
      ]);
    }
  });
});

describe('merging (source s into target t)', () => {
  it('makes one person of two new ids', () => {
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
  ])('takes the uuid of the id that has events: %j', (seen, uuidOf, attached) => {
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

  it('asks for an unchanged person that gets an id to be as it was read', () => {
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

  it('takes an identified source when the merge is marked as dangerous', () => {
    const loaded = stored(['s', { isIdentified: true }], ['t']);
    const event = identify('t', 's', { event: '$merge_dangerously' });
    expect(resolveIdentities(loaded, [event]).changes.deleted).toMatchObject([{ into: id('t') }]);
  });

  it.each([
    ['t', 'null'],
    ['guest', 's'],
    ['t', ''],
  ])('rejects %j with %j, naming the bad one', (target, source) => {
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

  it('does nothing with the same id twice', () => {
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

  it('leaves no trace of a person that was made and merged in one batch, but its override', () => {
    const { outcomes, changes } = resolveIdentities(stored(['t']), [on('s'), identify('t', 's')]);
    expect(outcomes.map(({ personId }) => personId)).toEqual([id('s'), id('t')]);
    expect([changes.created, changes.deleted]).toEqual([[], []]);
    expect(changes.attached).toEqual([
      { projectId: 1, distinctId: 's', personId: id('t'), version: 1 },
    ]);
  });
});

describe('distinct ids whose person was deleted', () => {
  const freed = (version: number) => ({
    ...NOTHING,
    personless: [{ projectId: 1, distinctId: 'u', version }],
  });

  it('count on from the version under which they lost it, so that readers see the new person', () => {
    const { changes } = resolveIdentities(freed(4), [on('u')]);
    expect(changes.attached).toMatchObject([{ distinctId: 'u', version: 5 }]);
  });

  it('do so when they are merged into another person, too', () => {
    const { changes } = resolveIdentities(freed(4), [on('t'), identify('t', 'u')]);
    const ids = changes.attached.map(({ distinctId, version }) => [distinctId, version]);
    expect(ids).toContainEqual(['u', 5]);
  });
});
