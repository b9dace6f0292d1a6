import fc from 'fast-check';
import type { DistinctIdRow, IdentityEvent, LoadedIdentity, PersonRow } from './identity-types';
import { personUuid } from './person-uuid';
import { resolveIdentities } from './resolve-identities';

/** The tables as the store keeps them, in memory. */
class Tables {
  private readonly persons = new Map<string, PersonRow>();
  private readonly ids = new Map<string, DistinctIdRow>();
  private readonly personless = new Set<string>();
  private readonly tombstones = new Map<string, number>();
  readonly eventPersons: { distinctId: string; personId: string }[] = [];

  run(events: readonly IdentityEvent[]): void {
    const { outcomes, changes } = resolveIdentities(this.load(events), events);
    for (const row of changes.created) {
      expect(this.persons.has(row.id)).toBe(false);
      expect(row.version).toBeGreaterThan(this.tombstones.get(row.id) ?? -1);
      this.persons.set(row.id, row);
    }
    for (const row of changes.updated) {
      expect(this.persons.get(row.id)?.version).toBe(row.loadedVersion);
      expect(row.version).toBeGreaterThan(row.loadedVersion);
      this.persons.set(row.id, row);
    }
    for (const row of changes.attached) {
      expect(this.ids.has(row.distinctId)).toBe(false);
      this.ids.set(row.distinctId, row);
    }
    for (const gone of changes.deleted) {
      for (const [key, row] of this.ids) {
        if (row.personId === gone.id) {
          this.ids.set(key, { ...row, personId: gone.into, version: row.version + 1 });
        }
      }
      expect(this.persons.delete(gone.id)).toBe(true);
      this.tombstones.set(gone.id, gone.version);
    }
    for (const { distinctId } of changes.personlessSeen) this.personless.add(distinctId);
    for (const row of this.ids.values()) expect(this.persons.has(row.personId)).toBe(true);
    outcomes.forEach(({ personId }, index) => {
      this.eventPersons.push({ distinctId: events[index]!.distinctId, personId });
    });
  }

  /** Like the real store: what the batch names, and nothing more. */
  private load(events: readonly IdentityEvent[]): LoadedIdentity {
    const asked = [
      ...new Set(
        events.flatMap((e) => [e.distinctId, ...(e.mergeSource === null ? [] : [e.mergeSource])]),
      ),
    ];
    const distinctIds = asked.flatMap((id) => this.ids.get(id) ?? []);
    const unknown = asked.filter((id) => !this.ids.has(id));
    const personIds = new Set([
      ...distinctIds.map((row) => row.personId),
      ...unknown.map((id) => personUuid(1, id)),
    ]);
    return {
      distinctIds,
      persons: [...personIds].flatMap((id) => this.persons.get(id) ?? []),
      personless: unknown
        .filter((id) => this.personless.has(id))
        .map((distinctId) => ({ projectId: 1, distinctId })),
      tombstones: unknown.flatMap((id) => {
        const version = this.tombstones.get(personUuid(1, id));
        return version === undefined ? [] : [{ projectId: 1, id: personUuid(1, id), version }];
      }),
    };
  }

  /** Who is who in the end, without versions. */
  summary() {
    return {
      ids: [...this.ids.values()].map((row) => [row.distinctId, row.personId]).sort(),
      persons: [...this.persons.values()]
        .map(({ id, properties, isIdentified, createdAt }) => ({
          id,
          properties,
          isIdentified,
          createdAt,
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    };
  }

  /** The person each event shows to a reader: the override if there is one, else as stored. */
  eventsResolved(): string[] {
    return this.eventPersons.map(({ distinctId, personId }) => {
      const row = this.ids.get(distinctId);
      return row !== undefined && row.version > 0 ? row.personId : personId;
    });
  }

  personOf(distinctId: string): string | undefined {
    return this.ids.get(distinctId)?.personId;
  }
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'null');
const eventArbitrary: fc.Arbitrary<IdentityEvent> = fc
  .record({
    distinctId: ids,
    kind: fc.constantFrom(
      'plain',
      'plain',
      'personless',
      '$identify',
      '$create_alias',
      '$merge_dangerously',
    ),
    source: ids,
    seconds: fc.integer({ min: 0, max: 1_000 }),
    set: fc.dictionary(fc.constantFrom('x', 'y', '$browser'), fc.constantFrom(1, 2, null)),
    setOnce: fc.dictionary(fc.constantFrom('x', 'z'), fc.constantFrom(3, null)),
    unset: fc.subarray(['x', 'y', 'z']),
  })
  .map(({ distinctId, kind, source, seconds, set, setOnce, unset }) => {
    const merges = kind.startsWith('$');
    return {
      projectId: 1,
      uuid: 'u',
      event: merges ? kind : 'e',
      distinctId,
      timestamp: new Date(seconds * 1_000),
      personless: kind === 'personless',
      update: kind === 'personless' ? { set: {}, setOnce: {}, unset: [] } : { set, setOnce, unset },
      mergeSource: merges ? source : null,
    };
  });

const streams = fc.array(eventArbitrary, { minLength: 1, maxLength: 40 });
const cuts = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });

function inBatches(events: readonly IdentityEvent[], cutAfter: readonly boolean[]): Tables {
  const tables = new Tables();
  let batch: IdentityEvent[] = [];
  events.forEach((event, index) => {
    batch.push(event);
    if (cutAfter[index] === true || index === events.length - 1) {
      tables.run(batch);
      batch = [];
    }
  });
  return tables;
}

it('ends in the same persons however the stream is cut into batches', () => {
  fc.assert(
    fc.property(streams, cuts, cuts, (events, some, others) => {
      expect(inBatches(events, some).summary()).toEqual(inBatches(events, others).summary());
    }),
    { numRuns: 500 },
  );
});

it('shows every event, old ones too, under the person its id belongs to', () => {
  fc.assert(
    fc.property(streams, cuts, (events, cutAfter) => {
      const tables = inBatches(events, cutAfter);
      const expected = events.map(
        ({ distinctId }) => tables.personOf(distinctId) ?? personUuid(1, distinctId),
      );
      expect(tables.eventsResolved()).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('joins and parts nobody when a batch is delivered again', () => {
  fc.assert(
    fc.property(streams, (events) => {
      const tables = new Tables();
      tables.run(events);
      const { ids: before } = tables.summary();
      tables.run(events);
      expect(tables.summary().ids).toEqual(before);
    }),
    { numRuns: 500 },
  );
});
