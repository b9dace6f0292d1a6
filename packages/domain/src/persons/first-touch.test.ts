import fc from 'fast-check';
import type { EventOrder } from './event-order';
import { compareOrder } from './event-order';
import type { IdentityInput } from './identity-types';
import { PROPERTY_NEUTRAL_EVENTS } from './property-lists';
import { inBatches } from './test-support/identity-tables';

/** The user of each device. A device is only identified as this user, so that no merge is rejected. */
const OWNER: Readonly<Record<string, string>> = { d1: 'u1', d2: 'u1', d3: 'u2', d4: 'u3' };
const DEVICES = Object.keys(OWNER);
const USERS = ['u1', 'u2', 'u3'];
const ONCE_KEYS = ['$initial_current_url', '$initial_referrer', 'plan', 'both'];

const kinds = fc.constantFrom<string>(
  ...['plain', 'plain', 'plain', 'personless', '$exception'],
  ...['$identify', '$identify', '$create_alias', '$merge_dangerously'],
);
const steps = fc.record({
  kind: kinds,
  id: fc.constantFrom(...DEVICES, ...USERS),
  device: fc.constantFrom(...DEVICES),
  users: fc.tuple(fc.constantFrom(...USERS), fc.constantFrom(...USERS)),
  at: fc.integer({ min: 0, max: 8 }),
  captured: fc.integer({ min: 0, max: 2 }),
  place: fc.integer({ min: 0, max: 2 }),
  setOnce: fc.dictionary(fc.constantFrom(...ONCE_KEYS), fc.constantFrom('a', 'b', 'c', 1, null)),
  sets: fc.boolean(),
});
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

function eventOf({ kind, ...step }: Step, index: number): IdentityInput {
  const merges = kind.startsWith('$') && kind !== '$exception';
  const amongUsers = kind === '$merge_dangerously';
  const distinctId = amongUsers ? step.users[0] : merges ? OWNER[step.device]! : step.id;
  const personless = kind === 'personless';
  const set = step.sets ? { both: 'set' } : {};
  return {
    projectId: 1,
    uuid: `event-${String(index).padStart(2, '0')}`,
    event: kind,
    distinctId,
    timestamp: new Date(step.at),
    order: { at: step.at, captured: step.captured, place: step.place },
    personless,
    update: personless
      ? { set: {}, setOnce: {}, unset: [] }
      : { set, setOnce: step.setOnce, unset: [] },
    mergeSource: amongUsers ? step.users[1] : merges ? step.device : null,
  };
}

/** The expected persons, computed from all events at once. */
function expected(events: readonly IdentityInput[]) {
  const groups = new Map<string, Set<string>>();
  const groupOf = (id: string): Set<string> => {
    const group = groups.get(id) ?? new Set([id]);
    groups.set(id, group);
    return group;
  };
  const withPerson = events.filter((event) => !event.personless);
  const identified = new Set<string>();
  for (const { distinctId, mergeSource } of withPerson) {
    const group = groupOf(distinctId);
    if (mergeSource === null || mergeSource === distinctId) continue;
    identified.add(distinctId);
    for (const id of groupOf(mergeSource)) groups.set(id, group.add(id));
  }
  return [...new Set(groups.values())]
    .map((group) => {
      const own = withPerson
        .filter(({ distinctId }) => group.has(distinctId))
        .sort((a, b) => compareOrder(a.order!, b.order!) || (a.uuid < b.uuid ? -1 : 1));
      return {
        ids: [...group].sort(),
        properties: firstValues(own),
        isIdentified: [...group].some((id) => identified.has(id)),
        createdAt: new Date(own[0]!.order!.at),
      };
    })
    .sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1));
}

function firstValues(own: readonly IdentityInput[]): Record<string, unknown> {
  const properties: Record<string, unknown> = { $creator_event_uuid: own[0]!.uuid };
  const counting = own.filter(({ event }) => !PROPERTY_NEUTRAL_EVENTS.has(event));
  for (const key of ONCE_KEYS) {
    const given = counting
      .filter(({ update }) => Object.hasOwn(update.setOnce, key))
      .map(({ order, update }) => ({ order: order!, value: update.setOnce[key] }));
    const best = given.filter(({ value }) => value !== null).sort(byOrderAndText)[0] ?? given[0];
    if (best !== undefined) properties[key] = best.value;
  }
  if (counting.some(({ update }) => Object.hasOwn(update.set, 'both'))) properties['both'] = 'set';
  return properties;
}

interface Given {
  readonly order: EventOrder;
  readonly value: unknown;
}

function byOrderAndText(a: Given, b: Given): number {
  const text = ({ value }: Given) => JSON.stringify(value);
  return compareOrder(a.order, b.order) || (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0);
}

const histories = fc
  .array(steps, { minLength: 1, maxLength: 25 })
  .map((given) => given.map(eventOf))
  .chain((events) =>
    fc.record({
      events: fc.constant(events),
      processed: fc.shuffledSubarray(events, {
        minLength: events.length,
        maxLength: events.length,
      }),
    }),
  );
const cuts = fc.array(fc.boolean(), { minLength: 25, maxLength: 25 });

it('has the values of the earliest events, in whatever order and ranges they are processed', () => {
  fc.assert(
    fc.property(histories, cuts, ({ events, processed }, cutAfter) => {
      expect(inBatches(processed, cutAfter).people()).toEqual(expected(events));
    }),
    { numRuns: 3_000 },
  );
});

describe('$set_once, $set and $unset of one property', () => {
  const at = (time: number, update: Partial<IdentityInput['update']>): IdentityInput => ({
    projectId: 1,
    uuid: `event-${time}`,
    event: 'e',
    distinctId: 'u',
    timestamp: new Date(time),
    personless: false,
    update: { set: {}, setOnce: {}, unset: [], ...update },
    mergeSource: null,
  });
  const once = (time: number, x: unknown) => at(time, { setOnce: { x } });
  const valueOf = (...events: IdentityInput[]): unknown =>
    inBatches(
      events,
      events.map(() => true),
    ).people()[0]?.properties['x'];

  it.each<[string, IdentityInput[], unknown]>([
    ['an earlier event that arrives later', [once(5, 'late'), once(3, 'first')], 'first'],
    ['an event between two others', [once(5, 'b'), once(3, 'b'), once(4, 'a')], 'b'],
    ['$set after $set_once', [once(5, 'a'), at(9, { set: { x: 's' } })], 's'],
    ['an earlier event after $set', [at(9, { set: { x: 's' } }), once(5, 'a')], 's'],
    [
      'an earlier event after a $set to the same value',
      [once(5, 'a'), at(9, { set: { x: 'a' } }), once(3, 'b')],
      'a',
    ],
    ['$unset', [once(5, 'a'), at(9, { unset: ['x'] })], undefined],
    ['an event from before the $unset', [at(9, { unset: ['x'] }), once(5, 'a')], undefined],
    ['an event from after the $unset', [at(9, { unset: ['x'] }), once(10, 'a')], 'a'],
    ['a late $unset from before the value', [once(10, 'a'), at(9, { unset: ['x'] })], 'a'],
    ['$unset of a $set', [at(9, { set: { x: 's' } }), at(3, { unset: ['x'] })], undefined],
    ['a value replaces null', [once(1, null), once(5, 'a')], 'a'],
    ['null does not replace a value', [once(5, 'a'), once(1, null)], 'a'],
  ])('%s', (_, events, value) => {
    expect(valueOf(...events)).toBe(value);
  });

  it('forgets the oldest removals if a sender removes too many names', () => {
    const names = Array.from({ length: 300 }, (_, n) => `name-${n}`);
    const events = names.map((name, n) => at(n, { unset: [name] }));
    const tables = inBatches(events, [...events.map(() => true)]);
    expect(JSON.stringify(tables.rows()[0]?.firstTouch?.unset).match(/name-/g)).toHaveLength(100);
  });
});
