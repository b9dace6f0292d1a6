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
  /** The entries that are already in Postgres; forgetting one costs a repeated write. */
  const known = new Set<string>();

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
        for (const name of nonTextNames(document as Readonly<Record<string, unknown>>)) {
          const key = `${projectId} ${bag} ${name}`;
          if (!known.has(key)) fresh.set(key, { projectId, bag, name });
        }
      };
      events.forEach(({ entry: { team_id: projectId }, properties }, index) => {
        if (projects.get(projectId) !== true) return;
        see(projectId, 'event', properties);
        const person = outcomes[index]?.personProperties;
        if (person !== undefined) see(projectId, 'person', person);
      });
      if (fresh.size === 0) return;
      await deps.save([...fresh.values()]);
      if (known.size + fresh.size > maxKnown) known.clear();
      for (const key of fresh.keys()) known.add(key);
    },
  };
}

/** Returns the names in a document whose values are neither text nor null, in the form in which ClickHouse has them. */
export function* nonTextNames(document: Readonly<Record<string, unknown>>): Generator<string> {
  for (const name in document) {
    const value = document[name];
    if (typeof value === 'string' || value === null || value === undefined) continue;
    if (name.length > MAX_NAME || name.includes('\0')) continue;
    yield repairText(name);
  }
}
