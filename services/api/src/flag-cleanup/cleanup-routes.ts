import type { FlagCleanup } from '@tidemark/contracts';
import {
  flagCleanupQuerySchema,
  flagCleanupSchema,
  flagReferenceScanSchema,
  flagReferenceScanWriteSchema,
  pageOf,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type {
  FeatureFlag,
  FeatureFlagRepository,
  FlagReferenceScan,
  FlagReferenceScans,
  User,
  UserRepository,
} from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { dependentsOf } from '../feature-flags/flag-dependencies';
import { flagStatus } from '../feature-flags/flag-status';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { peopleOf } from '../resource';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import { cleanupReasons } from './cleanup-reasons';
import { reportedAnswers } from './reported-answers';

const CLEANUP = '/feature_flags/cleanup/';
const REFERENCES = '/feature_flags/code_references/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const MAX_SHOWN_REFERENCES = 50;
const ALL = { limit: null, offset: 0 };
/** A scan may hold many references. */
const MAX_SCAN_BYTES = 8_000_000;

interface CleanupDeps {
  readonly flagLists: Pick<FeatureFlagRepository, 'list'>;
  readonly flagReferenceScans: FlagReferenceScans;
  readonly users: UserRepository;
  readonly engine: QueryEngine;
  readonly now: () => Date;
}

/** Flags that can probably be removed, and the code that names them (`docs/wire/flags-management.md#cleanup`). Ours. */
export function createFlagCleanupRoutes(deps: CleanupDeps): readonly ProjectRoute[] {
  const { flagReferenceScans: scans, now } = deps;
  return [
    projectRoute({
      name: 'feature_flags_cleanup',
      summary: 'List flags that can probably be removed',
      method: 'GET',
      path: CLEANUP,
      access: READ,
      query: flagCleanupQuerySchema,
      response: flagCleanupSchema,
      async handle({ caller: { project }, query: { days }, signal }) {
        const [{ rows }, known, reported] = await Promise.all([
          deps.flagLists.list(project.id, { page: ALL }),
          scans.list(project.id),
          reportedAnswers(deps.engine, project, days, signal),
        ]);
        const live = rows.filter(({ archived }) => !archived);
        const people = await peopleOf(deps.users, live, (flag) => [flag.createdById]);
        const at = now();
        const results = live.map((flag) => {
          const references = referencesTo(flag, known);
          const evidence = {
            reported: reported.get(flag.key) ?? null,
            references: known.length === 0 ? null : references.length,
          };
          const found = cleanupReasons(flag, evidence, { days, now: at });
          return { ...rowOf(flag, rows, people, at), ...found, references };
        });
        return {
          days,
          scans: known.map(scanBody),
          results: results
            .filter(({ reasons }) => reasons.length > 0)
            .toSorted((a, b) => b.reasons.length - a.reasons.length || (a.key < b.key ? -1 : 1))
            .map((row) => ({
              ...row,
              reasons: [...row.reasons],
              references: row.references.slice(0, MAX_SHOWN_REFERENCES),
            })),
        };
      },
    }),
    projectRoute({
      name: 'feature_flags_code_references_list',
      summary: 'List the code scans for flag references',
      method: 'GET',
      path: REFERENCES,
      access: READ,
      query: pageQuery,
      response: pageOf(flagReferenceScanSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const all = await scans.list(project.id);
        const rows = all.slice(request.offset, request.offset + request.limit);
        return pageBody(url, request, { count: all.length, rows }, scanBody);
      },
    }),
    projectRoute({
      name: 'feature_flags_code_references_create',
      summary: 'Store the code scan of a repository, replacing the previous one',
      method: 'POST',
      path: REFERENCES,
      access: WRITE,
      status: 201,
      maxBodyBytes: MAX_SCAN_BYTES,
      body: flagReferenceScanWriteSchema,
      response: flagReferenceScanSchema,
      handle: async ({ caller, body }) =>
        scanBody(await scans.save(inProject(caller), body, now())),
    }),
    projectRoute({
      name: 'feature_flags_code_references_destroy',
      summary: 'Delete the scan of a repository',
      method: 'DELETE',
      path: REFERENCES,
      access: WRITE,
      status: 204,
      query: z.object({ repository: z.string() }),
      async handle({ caller, query: { repository } }) {
        if (!(await scans.delete(inProject(caller), repository))) throw notFound();
      },
    }),
  ];
}

type Row = FlagCleanup['results'][number];

function referencesTo(
  { key }: FeatureFlag,
  scans: readonly FlagReferenceScan[],
): Row['references'] {
  return scans.flatMap(({ repository, references }) =>
    references
      .filter((reference) => reference.key === key)
      .map((reference) => ({ ...reference, repository })),
  );
}

function rowOf(
  flag: FeatureFlag,
  all: readonly FeatureFlag[],
  people: ReadonlyMap<number, User>,
  now: Date,
): Omit<Row, 'reasons' | 'answer' | 'references'> {
  const { status, reason } = flagStatus(flag, flag.lastCalledAt, now);
  const creator = people.get(flag.createdById ?? 0);
  return {
    id: flag.id,
    key: flag.key,
    name: flag.name,
    active: flag.active,
    archived: flag.archived,
    tags: [...flag.tags],
    status,
    status_reason: reason,
    last_called_at: wireTimeOrNull(flag.lastCalledAt),
    updated_at: wireTime(flag.updatedAt),
    dependents: dependentsOf(flag.id, all).map(({ key }) => key),
    has_experiment: flag.experimentIds.length > 0,
    created_by: creator === undefined ? null : userBasicBody(creator),
  };
}

function scanBody(scan: FlagReferenceScan) {
  return {
    repository: scan.repository,
    revision: scan.revision,
    files: scan.files,
    references: scan.references.length,
    created_at: wireTime(scan.createdAt),
  };
}
