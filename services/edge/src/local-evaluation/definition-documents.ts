import { createHash } from 'node:crypto';
import { definitionsDocument, localCohorts, toDefinition } from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { PersonReader } from '@tidemark/postgres';
import type { RefreshingCache } from '../definitions/refreshing-cache';
import { createRefreshingCache } from '../definitions/refreshing-cache';
import { withDeadline } from '../definitions/with-deadline';
import type { FlagDefinitions } from '../flags/flag-definitions';

/** A project's definitions as they are sent, written out once for all who ask. */
export interface DefinitionsText {
  readonly body: Buffer;
  /** Names the content: equal definitions have equal tags in every process. */
  readonly etag: string;
  /** How often the definitions were announced as changed; null when Redis could not tell. */
  readonly version: number | null;
}

export type DefinitionDocuments = RefreshingCache<number, DefinitionsText>;

/** New group types are told within this. */
const FRESH_MS = 10_000;
const MAX_PROJECTS = 2_000;
const LOAD_DEADLINE_MS = 4_000;
const TAG_LENGTH = 16;

/** Definitions by project id, in memory; the last known serve while the stores are away. */
export function createDefinitionDocuments(deps: {
  readonly flags: FlagDefinitions;
  readonly groups: Pick<PersonReader, 'listGroupTypes'>;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly now: () => number;
}): DefinitionDocuments {
  const load = async (projectId: number): Promise<DefinitionsText> => {
    const { stored, cohorts, version } = await deps.flags.get(projectId);
    const groupTypes = await deps.groups.listGroupTypes(projectId);
    const document = definitionsDocument({
      flags: stored.map(toDefinition),
      groupTypes: Object.fromEntries(
        groupTypes.map((type) => [type.groupTypeIndex, type.groupType]),
      ),
      cohorts: localCohorts(stored, cohorts),
    });
    const body = Buffer.from(JSON.stringify(document));
    const digest = createHash('sha256').update(body).digest('hex');
    return { body, etag: digest.slice(0, TAG_LENGTH), version };
  };

  return createRefreshingCache<number, DefinitionsText>({
    load: (projectId) => withDeadline(load(projectId), LOAD_DEADLINE_MS),
    freshMs: () => FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) =>
      deps.logger.warn({ err: error }, 'definitions not readable, serving the last known ones'),
  });
}
