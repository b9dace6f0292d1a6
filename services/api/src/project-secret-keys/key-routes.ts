import {
  pageOf,
  projectSecretKeyCreateSchema,
  projectSecretKeySchema,
  projectSecretKeyUpdateSchema,
} from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type {
  ProjectSecretKey,
  ProjectSecretKeyRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { KeyDirectory } from '../auth/key-directory';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { rejectWiderScopes } from '../auth/wider-scopes';
import { defaultPage, pageBody } from '../page-query';
import { pageParameters } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { updateRoutes } from '../resource-routes';
import { changeKey, rejectKeyBeyond } from '../secret-keys/key-changes';
import { secretKeyRoutes } from '../secret-keys/key-routes';
import { keyBody } from './key-body';

const MAX_KEYS_PER_PROJECT = 50;

const LIST = '/project_secret_api_keys/';
const DETAIL = '/project_secret_api_keys/:id/';
const READ = { scope: 'project:read' } as const;
const WRITE = { scope: 'project:write' } as const;
const params = z.object({ id: z.uuid() });

/** A project's secret keys that have scopes. */
export function createProjectSecretKeyRoutes(deps: {
  readonly projectSecretKeys: ProjectSecretKeyRepository;
  readonly users: Pick<UserRepository, 'findMany'>;
  readonly directory: KeyDirectory;
}): readonly ProjectRoute[] {
  const { projectSecretKeys: keys, users, directory } = deps;
  const peopleOfKeys = (rows: readonly ProjectSecretKey[]) =>
    peopleOf(users, rows, ({ createdById }) => [createdById]);
  const shown = async (key: ProjectSecretKey, value?: string) =>
    keyBody(key, await peopleOfKeys([key]), value);
  const ofOneKey = secretKeyRoutes({
    name: 'project_secret_api_keys',
    path: DETAIL,
    params,
    response: projectSecretKeySchema,
    directory,
    find: ({ project }: ProjectCaller, id) => keys.find(project.id, id),
    roll: (caller, id) => keys.roll(inProject(caller), id),
    delete: (caller, id) => keys.delete(inProject(caller), id),
    shown,
  });

  return [
    projectRoute({
      name: 'project_secret_api_keys_list',
      summary: 'List secret keys of the project',
      method: 'GET',
      path: LIST,
      access: READ,
      query: z.object(pageParameters),
      response: pageOf(projectSecretKeySchema),
      async handle({ caller: { project }, url }) {
        const page = defaultPage(url);
        const listed = await keys.list(project.id, page);
        const people = await peopleOfKeys(listed.rows);
        return pageBody(url, page, listed, (key) => keyBody(key, people));
      },
    }),
    projectRoute({
      name: 'project_secret_api_keys_create',
      summary: 'Create a secret key of the project; its value is shown only once',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: projectSecretKeyCreateSchema,
      response: projectSecretKeySchema,
      async handle({ caller, body }) {
        const { project } = caller;
        rejectWiderScopes(caller, body.scopes);
        const { count } = await keys.list(project.id, { limit: 1, offset: 0 });
        rejectKeyBeyond(MAX_KEYS_PER_PROJECT, count, 'project secret API keys');
        const issued = await keys.create(inProject(caller), body);
        if (issued === 'taken') throw labelTaken(body.label);
        return shown(issued.key, issued.value);
      },
    }),
    projectRoute({
      ...ofOneKey.retrieve,
      summary: 'Read a secret key of the project',
      access: READ,
    }),
    ...updateRoutes('project_secret_api_keys', {
      summary: 'Change the label or the scopes of a secret key of the project',
      path: DETAIL,
      access: WRITE,
      params,
      body: projectSecretKeyUpdateSchema,
      response: projectSecretKeySchema,
      async handle({ caller, params: { id }, body: { label, scopes } }) {
        rejectWiderScopes(caller, scopes ?? []);
        const fields = {
          ...(label !== undefined && { label }),
          ...(scopes !== undefined && { scopes }),
        };
        const key = await changeKey(directory, keys.update(inProject(caller), id, fields));
        if (key === 'taken') throw labelTaken(label ?? '');
        return shown(found(key));
      },
    }),
    projectRoute({
      ...ofOneKey.destroy,
      summary: 'Delete a secret key of the project',
      access: WRITE,
    }),
    projectRoute({
      ...ofOneKey.roll,
      summary: 'Give a secret key of the project a new value',
      access: WRITE,
    }),
  ];
}

function labelTaken(label: string): ApiError {
  const detail = `Project secret API key with label '${label}' already exists.`;
  return validationError('invalid_input', detail);
}
