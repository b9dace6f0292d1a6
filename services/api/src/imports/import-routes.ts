import { requireScope } from '@tidemark/access';
import {
  importCreateSchema,
  importDetailSchema,
  importFileSchema,
  importPageSchema,
  importSchema,
  importScopes,
} from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type {
  ImportCommands,
  ImportRun,
  ImportRunRepository,
  NewBackgroundImport,
  UserRepository,
} from '@tidemark/postgres';
import type { ImportQueue } from '@tidemark/queues';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { importBody } from './import-body';
import type { SourcePolicy } from './read-source';
import { importOfAddress, importOfFiles } from './read-source';

const LIST = '/imports/';
const DETAIL = '/imports/:id/';
const READ = { scope: 'batch_import:read' } as const;
const WRITE = { scope: 'batch_import:write' } as const;
const params = z.object({ id: z.uuid() });

const MAX_FILE_MB = 50;
const MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024;
/** The other parts of the form. */
const FORM_BYTES = 256 * 1024;
const SHOWN_PROBLEMS = 1_000;

export interface ImportRouteDeps {
  readonly importCommands: ImportCommands;
  readonly importRuns: ImportRunRepository;
  readonly users: UserRepository;
  readonly queue: Pick<ImportQueue, 'add'>;
  readonly policy: SourcePolicy;
  readonly logger: Logger;
}

/**
 * Imports from other services (`docs/import.md`): a query-worker works on those that are started here. PostHog has no such
 * routes.
 */
export function createImportRoutes(deps: ImportRouteDeps): readonly ProjectRoute[] {
  const { importCommands, importRuns, users, policy } = deps;
  const shown = async (run: ImportRun) =>
    importBody(run, run.createdById === null ? null : await users.findById(run.createdById));
  return [
    projectRoute({
      name: 'imports_list',
      summary: 'List imports, newest first',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: importPageSchema,
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await importRuns.list(project.id, request);
        const creators = await peopleOf(users, page.rows, (run) => [run.createdById]);
        return pageBody(url, request, page, (run) =>
          importBody(run, creators.get(run.createdById ?? 0) ?? null),
        );
      },
    }),
    projectRoute({
      name: 'imports_create',
      summary: 'Import a project of PostHog, Mixpanel or Amplitude by its address',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: importCreateSchema,
      response: importSchema,
      async handle({ caller, body }) {
        // What it makes, it makes with the rights of who started it. Only PostHog has definitions.
        const made = body.source === 'posthog' ? 'definitions' : 'records';
        for (const scope of importScopes[made]) requireScope(caller, scope);
        return shown(await start(deps, caller, importOfAddress(policy, body, Date.now())));
      },
    }),
    projectRoute({
      name: 'imports_file_create',
      summary: 'Import files that another service has exported',
      method: 'POST',
      path: `${LIST}file/`,
      access: WRITE,
      status: 201,
      maxBodyBytes: MAX_FILE_BYTES + FORM_BYTES,
      body: importFileSchema,
      bodyTypes: ['multipart/form-data'],
      response: importSchema,
      async handle({ caller, body, signal }) {
        for (const scope of importScopes.records) requireScope(caller, scope);
        if (body.file.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_FILE_BYTES) {
          const message = `The files are larger than ${MAX_FILE_MB} MB. Compress them with gzip, split them, or use \`tidemark import\`.`;
          throw validationError('invalid_input', message, 'file');
        }
        return shown(await start(deps, caller, await importOfFiles(body, signal)));
      },
    }),
    projectRoute({
      name: 'imports_retrieve',
      summary: 'Read an import: progress, rejected records with reasons, and differences',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: importDetailSchema,
      async handle({ caller: { project }, params: { id } }) {
        const run = found(await importRuns.findById(project.id, id));
        const problems = await importRuns.problems(run.id, SHOWN_PROBLEMS);
        return {
          ...(await shown(run)),
          problem_count: await importRuns.countProblems(run.id),
          problems: problems.map(({ sourceId, ...rest }) => ({ source_id: sourceId, ...rest })),
        };
      },
    }),
    projectRoute({
      name: 'imports_cancel_create',
      summary: 'Cancel an import. Imported data is kept',
      method: 'POST',
      path: `${DETAIL}cancel/`,
      access: WRITE,
      params,
      response: importSchema,
      async handle({ caller, params: { id } }) {
        found(await importRuns.findById(caller.project.id, id));
        const cancelled = await importCommands.cancel(inProject(caller), id);
        if (cancelled !== null) return shown(cancelled);
        throw validationError('invalid_input', 'An import that has ended cannot be cancelled.');
      },
    }),
  ];
}

/** @throws ApiError 400 while another import of the project runs */
async function start(
  { importCommands, queue, logger }: ImportRouteDeps,
  caller: ProjectCaller,
  wanted: NewBackgroundImport,
): Promise<ImportRun> {
  const run = await importCommands.start(inProject(caller), wanted);
  if (run === null) {
    const message = 'Another import of this project is running. Wait for its end, or cancel it.';
    throw validationError('invalid_input', message);
  }
  try {
    await queue.add({ project_id: run.projectId, run_id: run.id });
  } catch (error) {
    // The sweep finds it in Postgres.
    logger.warn({ err: error, import: run.id }, 'an import could not be queued');
  }
  return run;
}
