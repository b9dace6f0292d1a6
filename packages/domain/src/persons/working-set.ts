import type { Properties } from '../properties';
import { FirstTouch } from './first-touch';
import type { IdentityChanges, LoadedIdentity, PersonRow } from './identity-types';
import { personUuid } from './person-uuid';

/** The state of a person during a batch. */
export interface WorkingPerson {
  readonly projectId: number;
  readonly id: string;
  properties: Properties;
  firstTouch: FirstTouch;
  isIdentified: boolean;
  createdAt: Date;
  /** Null if this batch created the person. */
  readonly loadedVersion: number | null;
  /** The next version must be higher than this one. */
  versionFloor: number;
  changed: boolean;
  gotIds: boolean;
  mergedInto: WorkingPerson | null;
  readonly distinctIds: Set<WorkingDistinctId>;
}

export interface WorkingDistinctId {
  readonly projectId: number;
  readonly distinctId: string;
  person: WorkingPerson;
  version: number;
  readonly isNew: boolean;
}

/**
 * The version of a tombstone is higher by this step, which is more than a person's version grows between two reads,
 * as in PostHog (`docs/wire/capture-processing.md#tombstones`).
 */
const TOMBSTONE_STEP = 100;

/** The identities of one batch. Events change them one by one; the changes to store are computed at the end. */
export class WorkingSet {
  private readonly ids = new Map<string, WorkingDistinctId>();
  private readonly persons = new Map<string, WorkingPerson>();
  /** Versions of ids without a person. */
  private readonly personless: Map<string, number>;
  private readonly newPersonless = new Map<string, { projectId: number; distinctId: string }>();
  private readonly tombstones: ReadonlyMap<string, number>;

  constructor(loaded: LoadedIdentity) {
    for (const row of loaded.persons) {
      this.persons.set(keyOf(row.projectId, row.id), {
        projectId: row.projectId,
        id: row.id,
        properties: row.properties,
        firstTouch: new FirstTouch(row.firstTouch ?? null, row.properties),
        isIdentified: row.isIdentified,
        createdAt: row.createdAt,
        loadedVersion: row.version,
        versionFloor: row.version,
        changed: false,
        gotIds: false,
        mergedInto: null,
        distinctIds: new Set(),
      });
    }
    for (const row of loaded.distinctIds) {
      const person = this.persons.get(keyOf(row.projectId, row.personId));
      if (person === undefined)
        throw new Error('a loaded distinct id refers to a person that was not loaded');
      this.register(row.projectId, row.distinctId, person, row.version, false);
    }
    this.personless = new Map(
      loaded.personless.map((p) => [keyOf(p.projectId, p.distinctId), p.version ?? 0]),
    );
    this.tombstones = new Map(
      loaded.tombstones.map((row) => [keyOf(row.projectId, row.id), row.version]),
    );
  }

  find(projectId: number, distinctId: string): WorkingPerson | null {
    return this.ids.get(keyOf(projectId, distinctId))?.person ?? null;
  }

  wasPersonless(projectId: number, distinctId: string): boolean {
    return this.personless.has(keyOf(projectId, distinctId));
  }

  markPersonless(projectId: number, distinctId: string): void {
    const key = keyOf(projectId, distinctId);
    if (this.personless.has(key)) return;
    this.personless.set(key, 0);
    this.newPersonless.set(key, { projectId, distinctId });
  }

  /**
   * Creates the person of `distinctId`, which has none. If the person with this uuid already exists, because its id
   * was removed by a user, the id is added to it again and `isNew` is false.
   */
  create(
    projectId: number,
    distinctId: string,
    given: Pick<WorkingPerson, 'properties' | 'firstTouch' | 'createdAt'>,
  ): { readonly person: WorkingPerson; readonly isNew: boolean } {
    const id = personUuid(projectId, distinctId);
    const key = keyOf(projectId, id);
    const present = this.persons.get(key);
    if (present !== undefined) {
      const person = lastOf(present);
      this.attach(distinctId, person);
      return { person, isNew: false };
    }
    const person: WorkingPerson = {
      projectId,
      id,
      properties: given.properties,
      firstTouch: given.firstTouch,
      createdAt: given.createdAt,
      isIdentified: false,
      loadedVersion: null,
      versionFloor: this.tombstones.get(key) ?? -1,
      changed: true,
      gotIds: true,
      mergedInto: null,
      distinctIds: new Set(),
    };
    this.persons.set(key, person);
    // A distinct id that lost its person continues with a higher version, because readers use the highest.
    const lost = this.personless.get(keyOf(projectId, distinctId)) ?? 0;
    this.register(projectId, distinctId, person, lost === 0 ? 0 : lost + 1, true);
    return { person, isNew: true };
  }

  /** Adds an id without a person to `person`; events that were stored for it before need an override. */
  attach(distinctId: string, person: WorkingPerson): void {
    const before = this.personless.get(keyOf(person.projectId, distinctId));
    const version = before === undefined ? 0 : before + 1;
    this.register(person.projectId, distinctId, person, version, true);
    person.gotIds = true;
  }

  /** Moves all ids of `source` to `target` and marks `source` as merged. */
  merge(source: WorkingPerson, target: WorkingPerson): void {
    for (const id of source.distinctIds) {
      id.person = target;
      id.version += 1;
      target.distinctIds.add(id);
    }
    source.distinctIds.clear();
    source.mergedInto = target;
    target.versionFloor = Math.max(target.versionFloor, source.versionFloor);
    target.changed = true;
  }

  changes(): IdentityChanges {
    const all = [...this.persons.values()];
    const living = all.filter((person) => person.mergedInto === null);
    return {
      created: living.filter((person) => person.loadedVersion === null).map(rowOf),
      updated: living.flatMap((person) =>
        person.changed && person.loadedVersion !== null
          ? [{ ...rowOf(person), loadedVersion: person.loadedVersion }]
          : [],
      ),
      deleted: all.flatMap((person) =>
        person.mergedInto !== null && person.loadedVersion !== null
          ? [
              {
                projectId: person.projectId,
                id: person.id,
                loadedVersion: person.loadedVersion,
                version: person.versionFloor + TOMBSTONE_STEP,
                into: lastOf(person.mergedInto).id,
              },
            ]
          : [],
      ),
      attached: [...this.ids.values()]
        .filter((id) => id.isNew)
        .map(({ projectId, distinctId, person, version }) => ({
          projectId,
          distinctId,
          personId: person.id,
          version,
        })),
      attachedTo: living.flatMap(({ projectId, id, gotIds, changed, loadedVersion }) =>
        gotIds && !changed && loadedVersion !== null ? [{ projectId, id, loadedVersion }] : [],
      ),
      personlessSeen: [...this.newPersonless.values()],
    };
  }

  private register(
    projectId: number,
    distinctId: string,
    person: WorkingPerson,
    version: number,
    isNew: boolean,
  ): void {
    const id: WorkingDistinctId = { projectId, distinctId, person, version, isNew };
    this.ids.set(keyOf(projectId, distinctId), id);
    person.distinctIds.add(id);
  }
}

function rowOf(person: WorkingPerson): PersonRow {
  const firstTouch = person.firstTouch.toStored(person.properties);
  return {
    projectId: person.projectId,
    id: person.id,
    properties: person.properties,
    isIdentified: person.isIdentified,
    createdAt: person.createdAt,
    version: person.versionFloor + 1,
    ...(firstTouch !== null && { firstTouch }),
  };
}

function keyOf(projectId: number, id: string): string {
  return `${projectId}:${id}`;
}

function lastOf(person: WorkingPerson): WorkingPerson {
  let last = person;
  while (last.mergedInto !== null) last = last.mergedInto;
  return last;
}
