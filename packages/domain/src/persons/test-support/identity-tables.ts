import type { DistinctIdRow, IdentityInput, LoadedIdentity, PersonRow } from '../identity-types';
import { personUuid } from '../person-uuid';
import { resolveIdentities } from '../resolve-identities';

/** The tables as the store keeps them, in memory. */
export class IdentityTables {
  private readonly persons = new Map<string, PersonRow>();
  private readonly ids = new Map<string, DistinctIdRow>();
  private readonly personless = new Set<string>();
  private readonly tombstones = new Map<string, number>();
  readonly eventPersons: { distinctId: string; personId: string }[] = [];

  run(events: readonly IdentityInput[]): void {
    const { outcomes, changes } = resolveIdentities(this.load(events), events);
    for (const row of changes.created) {
      expect(this.persons.has(row.id)).toBe(false);
      expect(row.version).toBeGreaterThan(this.tombstones.get(row.id) ?? -1);
      this.persons.set(row.id, stored(row));
    }
    for (const row of changes.updated) {
      expect(this.persons.get(row.id)?.version).toBe(row.loadedVersion);
      expect(row.version).toBeGreaterThan(row.loadedVersion);
      this.persons.set(row.id, stored(row));
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
    events.forEach(({ distinctId }, index) => {
      this.eventPersons.push({ distinctId, personId: outcomes[index]?.personId ?? '' });
    });
  }

  /** Like the real store: what the batch names, and nothing more. */
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

/** The events in their order, as ranges that end where the cuts say. */
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

/** A row that went through JSON, as the store keeps it. */
function stored(row: PersonRow): PersonRow {
  return { ...(JSON.parse(JSON.stringify(row)) as PersonRow), createdAt: row.createdAt };
}
