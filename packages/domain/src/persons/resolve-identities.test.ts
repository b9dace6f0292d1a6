import { personUuid } from './person-uuid';
import { resolveIdentities } from './resolve-identities';
import { T0, later, NOTHING, on, identify, set, stored, id } from './test-support/identity-inputs';

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

  it('has a higher version than its tombstone when it is created again', () => {
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

  it('is a different person in another project', () => {
    const { outcomes } = resolveIdentities(stored(['u']), [on('u'), on('u', { projectId: 2 })]);
    expect(outcomes.map(({ personId }) => personId)).toEqual([id('u'), personUuid(2, 'u')]);
  });
});

describe('without a person', () => {
  it('has the uuid of a later person, and is stored as personless', () => {
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

describe('distinct ids whose person was deleted', () => {
  const freed = (version: number) => ({
    ...NOTHING,
    personless: [{ projectId: 1, distinctId: 'u', version }],
  });

  it('continue from the version with which they lost it, so that readers see the new person', () => {
    const { changes } = resolveIdentities(freed(4), [on('u')]);
    expect(changes.attached).toMatchObject([{ distinctId: 'u', version: 5 }]);
  });

  it('also continue from it when they are merged into another person', () => {
    const { changes } = resolveIdentities(freed(4), [on('t'), identify('t', 'u')]);
    const ids = changes.attached.map(({ distinctId, version }) => [distinctId, version]);
    expect(ids).toContainEqual(['u', 5]);
  });
});
