import type { DistinctIdRow, IdentityInput, LoadedIdentity, PersonRow } from '../identity-types';
import { personUuid } from '../person-uuid';
import { resolveIdentities } from '../resolve-identities';

/** An in-memory copy of the identity tables of the store. */
export class IdentityTables {
  private readonly persons = new Map<string, PersonRow>();
  private readonly ids = new Map<string, DistinctIdRow>();
  private readonly personless = new Set<string>();
  private readonly tombstones = new Map<string, number>();
  readonly eventPersons: { distinctId: string; personId: string }[] = [];

  /**
   * Processes events and checks all rules with one `expect`, because property tests call this a hundred thousand
   * times.
   */
  run(events: readonly IdentityInput[]): void {
    const { outcomes, changes } = resolveIdentities(this.load(events), events);
    const broken: string[] = [];
    const check = (holds: boolean, rule: string): void => {
      if (!holds) broken.push(rule);
    };
    for (const row of changes.created) {
      check(!this.persons.has(row.id), 'a created person is new');
      const tombstone = this.tombstones.get(row.id) ?? -1;
      check(row.version > tombstone, 'a created person is newer than its tombstone');
      this.persons.set(row.id, stored(row));
    }
    for (const row of changes.updated) {
      const { loadedVersion, version } = row;
      check(this.persons.get(row.id)?.version === loadedVersion, 'the loaded version is current');
      check(version > loadedVersion, 'an update raises the version');
      this.persons.set(row.id, stored(row));
    }
    for (const row of changes.attached) {
      check(!this.ids.has(row.distinctId), 'an attached distinct id is new');
      this.ids.set(row.distinctId, row);
    }
    for (const gone of changes.deleted) {
      for (const [key, row] of this.ids) {
        if (row.personId === gone.id) {
          this.ids.set(key, { ...row, personId: gone.into, version: row.version + 1 });
        }
      }
      check(this.persons.delete(gone.id), 'a deleted person exists');
      this.tombstones.set(gone.id, gone.version);
    }
    for (const { distinctId } of changes.personlessSeen) this.personless.add(distinctId);
    for (const row of this.ids.values()) {
      check(this.persons.has(row.personId), 'the person of a distinct id exists');
    }
    expect(broken).toEqual([]);
    events.forEach(({ distinctId }, index) => {
      this.eventPersons.push({ distinctId, personId: outcomes[index]?.personId ?? '' });
    });
  }

  /** Loads only the rows of distinct ids in the batch, like the real store. */
  private load(events: readonly IdentityInput[]): LoadedIdentity {
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

  /** The final persons with their distinct ids, without versions. */
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

  rows(): readonly PersonRow[] {
    return [...this.persons.values()];
  }

  /** The persons without their uuids: the distinct ids of each person and its properties. */
  people() {
    return [...this.persons.values()]
      .map(({ id, properties, isIdentified, createdAt }) => ({
        ids: [...this.ids.values()]
          .flatMap(({ personId, distinctId }) => (personId === id ? [distinctId] : []))
          .sort(),
        properties,
        isIdentified,
        createdAt,
      }))
      .sort((a, b) => (a.ids.join() < b.ids.join() ? -1 : 1));
  }

  /** The person of each event as a reader sees it: from the override if there is one, else as stored. */
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

/** Processes the events in order, in ranges that end at the given cuts. */
export function inBatches(
  events: readonly IdentityInput[],
  cutAfter: readonly boolean[],
): IdentityTables {
  const tables = new IdentityTables();
  let batch: IdentityInput[] = [];
  events.forEach((event, index) => {
    batch.push(event);
    if (cutAfter[index] === true || index === events.length - 1) {
      tables.run(batch);
      batch = [];
    }
  });
  return tables;
}

/** A row after conversion to JSON and back, as the store returns it. */
function stored(row: PersonRow): PersonRow {
  return { ...(JSON.parse(JSON.stringify(row)) as PersonRow), createdAt: row.createdAt };
}
