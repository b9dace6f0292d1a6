import { createHash } from 'node:crypto';
import type { DefinitionsDocument, JsonObject } from '@tidemark/flag-engine';
import {
  definitionsDocument,
  localCohorts,
  toDefinition,
  withoutCohorts,
} from '@tidemark/flag-engine';
import type { Logger } from '@tidemark/platform';
import type { PersonReader, SurveyRepository } from '@tidemark/postgres';
import type { RefreshingCache } from '../projects/refreshing-cache';
import { createRefreshingCache } from '../projects/refreshing-cache';
import { withDeadline } from '../projects/with-deadline';
import type { FlagDirectory } from '../projects/flag-directory';

/** A document in serialized form: it is serialized once and sent to all clients. */
interface DocumentText {
  readonly body: Buffer;
  /** A hash of the content: equal definitions have equal tags in every process. */
  readonly etag: string;
}

/** A project's definitions, with the cohorts that its flags refer to. */
export interface DefinitionsText extends DocumentText {
  /** The document for SDKs that do not support cohorts. */
  readonly plain: DocumentText;
  /** The number of changes announced so far; null if Redis is unavailable. */
  readonly version: number | null;
}

export type DefinitionDocuments = RefreshingCache<number, DefinitionsText>;

/** Ms until a document is loaded again. New group types are in it after this time. */
const FRESH_MS = 10_000;
const MAX_PROJECTS = 2_000;
const LOAD_DEADLINE_MS = 4_000;
const TAG_LENGTH = 16;

/** Caches definitions by project id. While the stores are unavailable, it returns those that were loaded last. */
export function createDefinitionDocuments(deps: {
  readonly flags: FlagDirectory;
  readonly groups: Pick<PersonReader, 'listGroupTypes'>;
  readonly surveys: Pick<SurveyRepository, 'listFlagIds'>;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly now: () => number;
}): DefinitionDocuments {
  const load = async (projectId: number): Promise<DefinitionsText> => {
    const { stored, cohorts, version } = await deps.flags.get(projectId);
    const groupTypes = await deps.groups.listGroupTypes(projectId);
    // Flags of surveys are left out, because only clients show surveys, never servers.
    const ofSurveys = await deps.surveys.listFlagIds(projectId);
    const listed = stored.filter(({ id }) => !ofSurveys.has(id));
    const document = definitionsDocument({
      flags: listed.map(toDefinition),
      groupTypes: Object.fromEntries(
        groupTypes.map((type) => [type.groupTypeIndex, type.groupType]),
      ),
      cohorts: localCohorts(listed, cohorts),
    });
    const full = written(document);
    const hasCohorts = Object.keys(document.cohorts).length > 0;
    return { ...full, plain: hasCohorts ? written(plainDocument(document)) : full, version };
  };

  return createRefreshingCache<number, DefinitionsText>({
    load: (projectId) => withDeadline(load(projectId), LOAD_DEADLINE_MS),
    freshMs: () => FRESH_MS,
    servesStale: () => true,
    maxEntries: MAX_PROJECTS,
    now: deps.now,
    onLoadFailed: (error) =>
      deps.logger.warn({ err: error }, 'flag definitions cannot be read: the cached ones are used'),
  });
}

function plainDocument(document: DefinitionsDocument): DefinitionsDocument {
  const flags = document.flags.map((flag) => ({
    ...flag,
    filters: withoutCohorts(flag['filters'] as JsonObject, document.cohorts),
  }));
  return { ...document, flags, cohorts: {} };
}

function written(document: DefinitionsDocument): DocumentText {
  const body = Buffer.from(JSON.stringify(document));
  const digest = createHash('sha256').update(body).digest('hex');
  return { body, etag: digest.slice(0, TAG_LENGTH) };
}
