import type { Repositories } from '../repositories';
import type { ReplicaWatch } from './replica-watch';

interface Listing {
  readonly list: (...args: never[]) => Promise<unknown>;
}

/**
 * The same repositories, with lists read from the standby while it is usable. A read that fails there is repeated on
 * the primary. This excludes lists that a request reads after its own writes or to decide what it changes: flags are
 * listed for bulk deletions, keys to enforce their maximum number, types of groups after they were named.
 */
export function withStaleReads(
  primary: Repositories,
  replica: Repositories,
  watch: Pick<ReplicaWatch, 'isUsable' | 'failed'>,
): Repositories {
  const read = async (ask: (from: Repositories) => Promise<unknown>): Promise<unknown> => {
    if (!watch.isUsable()) return ask(primary);
    try {
      return await ask(replica);
    } catch (error) {
      watch.failed(error);
      return ask(primary);
    }
  };
  const stale = <Kind extends Listing>(of: (from: Repositories) => Kind): Kind => ({
    ...of(primary),
    list: (...args: never[]) => read((from) => of(from).list(...args)),
  });
  return {
    ...primary,
    actions: stale(({ actions }) => actions),
    activities: stale(({ activities }) => activities),
    annotations: stale(({ annotations }) => annotations),
    batchExports: stale(({ batchExports }) => batchExports),
    cohorts: stale(({ cohorts }) => cohorts),
    dashboards: stale(({ dashboards }) => dashboards),
    eventDefinitions: stale(({ eventDefinitions }) => eventDefinitions),
    features: stale(({ features }) => features),
    flagLists: stale(({ flagLists }) => flagLists),
    groups: stale(({ groups }) => groups),
    insights: stale(({ insights }) => insights),
    joins: stale(({ joins }) => joins),
    projects: stale(({ projects }) => projects),
    propertyDefinitions: stale(({ propertyDefinitions }) => propertyDefinitions),
    runs: stale(({ runs }) => runs),
    surveys: stale(({ surveys }) => surveys),
    tables: stale(({ tables }) => tables),
    users: stale(({ users }) => users),
    variables: stale(({ variables }) => variables),
    views: stale(({ views }) => views),
  };
}
