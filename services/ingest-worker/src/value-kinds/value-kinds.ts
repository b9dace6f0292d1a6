import type { IdentityOutcome, NormalizedEvent } from '@tidemark/domain';
import { repairText } from '@tidemark/domain';
import type { NonTextProperty, StoredBag } from '@tidemark/postgres';

/** The maximum number of names in memory. */
const MAX_KNOWN = 200_000;
/** The maximum length of a name in UTF-16 units; queries assume nothing about longer names or names with a NUL. */
const MAX_NAME = 200;

/** Records which properties of stored events have values other than text. */
export interface ValueKinds {
  /**
   * Records the kinds of values in these events; no row may be inserted before it resolves (`docs/decisions`, 0100).
   * @param outcomes of the events, in their order
   * @throws when the record could not be written
   */
  note(events: readonly NormalizedEvent[], outcomes: readonly IdentityOutcome[]): Promise<void>;
}

export interface ValueKindsDeps {
  readonly findTracked: (projectIds: readonly number[]) => Promise<ReadonlyMap<number, boolean>>;
  readonly beginTracking: (projectId: number, tracked: boolean) => Promise<void>;
  /** Whether ClickHouse has any event of the project. */
  readonly hasEvents: (projectId: number) => Promise<boolean>;
  readonly save: (properties: readonly NonTextProperty[]) => Promise<void>;
  readonly maxKnown?: number;
}

export function createValueKinds(deps: ValueKindsDeps): ValueKinds {
  const { maxKnown = MAX_KNOWN } = deps;
  /** The known projects of this process, and whether they are tracked. */
  const projects = new Map<number, boolean>();
  const known = new KnownNames(maxKnown);

  const meet = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0) return;
    let found = await deps.findTracked(ids);
    const unseen = ids.filter((id) => !found.has(id));
    if (unseen.length > 0) {
      // Existing events of the project were not recorded, so their values may have any type.
      for (const id of unseen) await deps.beginTracking(id, !(await deps.hasEvents(id)));
      found = await deps.findTracked(ids);
    }
    for (const id of ids) projects.set(id, found.get(id) ?? false);
  };

  return {
    async note(events, outcomes) {
      const ids = new Set(events.map(({ entry }) => entry.team_id));
      await meet([...ids].filter((id) => !projects.has(id)));
      const fresh = new Map<string, NonTextProperty>();
      const see = (projectId: number, bag: StoredBag, document: object): void => {
        const names = known.of(projectId, bag);
        for (const name of nonTextNames(document as Readonly<Record<string, unknown>>, names)) {
          fresh.set(`${projectId} ${bag} ${name}`, { projectId, bag, name });
        }
      };
      events.forEach(({ entry: { team_id: projectId }, properties }, index) => {
        if (projects.get(projectId) !== true) return;
        see(projectId, 'event', properties);
        const person = outcomes[index]?.personProperties;
        if (person !== undefined) see(projectId, 'person', person);
      });
      if (fresh.size === 0) return;
      const properties = [...fresh.values()];
      await deps.save(properties);
      known.add(properties);
    },
  };
}

/** The names that are already in Postgres. Forgetting one costs a repeated write. */
class KnownNames {
  private readonly bags = new Map<number, Record<StoredBag, Set<string>>>();
  private size = 0;

  constructor(private readonly max: number) {}

  of(projectId: number, bag: StoredBag): Set<string> {
    let bags = this.bags.get(projectId);
    if (bags === undefined) {
      bags = { event: new Set(), person: new Set() };
      this.bags.set(projectId, bags);
    }
    return bags[bag];
  }

  add(properties: readonly NonTextProperty[]): void {
    this.size += properties.length;
    if (this.size > this.max) {
      this.bags.clear();
      this.size = properties.length;
    }
    for (const { projectId, bag, name } of properties) this.of(projectId, bag).add(name);
  }
}

/**
 * Returns the names in a document whose values are neither text nor null, in the form in which ClickHouse has them.
 *
 * @param known names that are left out
 */
export function nonTextNames(
  document: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
): readonly string[] {
  const names: string[] = [];
  for (const key in document) {
    const value = document[key];
    if (typeof value === 'string' || value === null || value === undefined) continue;
    // Almost all names are known, so that this is checked first.
    if (known.has(key) || key.length > MAX_NAME || key.includes('\0')) continue;
    const name = repairText(key);
    if (!known.has(name)) names.push(name);
  }
  return names;
}
