import {
  groupTypeColumnsSchema,
  groupTypeNamesSchema,
  groupTypeSchema,
  idParameter,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { GroupTypeRepository, NamedGroupType } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { found } from '../resource';
import { wireTime } from '../wire-time';
import { READ, WRITE } from './group-routes';

const LIST = '/groups_types/';

/** The types of a project's groups (`docs/wire/management.md#group-types`). Ingestion makes them. */
export function createGroupTypeRoutes(deps: {
  readonly groupTypes: GroupTypeRepository;
  readonly announceChange: AnnounceChange;
}): readonly ProjectRoute[] {
  const { groupTypes, announceChange } = deps;

  const listed = async (projectId: number) => (await groupTypes.list(projectId)).map(groupTypeBody);
  return [
    projectRoute({
      name: 'groups_types_list',
      summary: 'List types of groups',
      method: 'GET',
      path: LIST,
      access: READ,
      response: z.array(groupTypeSchema),
      handle: ({ caller: { project } }) => listed(project.id),
    }),
    projectRoute({
      name: 'groups_types_update_metadata_partial_update',
      summary: 'Change names of types of groups',
      method: 'PATCH',
      path: `${LIST}update_metadata/`,
      access: WRITE,
      body: groupTypeNamesSchema,
      response: z.array(groupTypeSchema),
      async handle({ caller, body }) {
        const changes = body.map(({ group_type_index: index, ...names }) => ({
          index,
          fields: {
            ...(names.name_singular !== undefined && { nameSingular: names.name_singular }),
            ...(names.name_plural !== undefined && { namePlural: names.name_plural }),
          },
        }));
        await changed(groupTypes.update(inProject(caller), changes));
        return listed(caller.project.id);
      },
    }),
    projectRoute({
      name: 'groups_types_set_default_columns_update',
      summary: 'Set the displayed columns of a type of groups',
      method: 'PUT',
      path: `${LIST}set_default_columns/`,
      access: WRITE,
      body: groupTypeColumnsSchema,
      response: groupTypeSchema,
      async handle({ caller, body }) {
        const fields = { defaultColumns: body.default_columns };
        const changes = [{ index: body.group_type_index, fields }];
        const [type] = await changed(groupTypes.update(inProject(caller), changes));
        return groupTypeBody(found(type));
      },
    }),
    projectRoute({
      name: 'groups_types_destroy',
      summary: 'Delete a type of groups',
      method: 'DELETE',
      path: `${LIST}:index/`,
      access: WRITE,
      params: z.object({ index: idParameter() }),
      status: 204,
      async handle({ caller, params: { index } }) {
        if (!(await groupTypes.delete(inProject(caller), index))) throw typeNotFound();
        await announceChange(caller.project.id, 'feature_flags');
      },
    }),
  ];
}

/** @throws ApiError 404 */
async function changed(
  changing: Promise<readonly NamedGroupType[] | null>,
): Promise<readonly NamedGroupType[]> {
  const types = await changing;
  if (types === null) throw typeNotFound();
  return types;
}

function typeNotFound() {
  return notFound('Group type not found');
}

export function groupTypeBody(type: NamedGroupType): z.input<typeof groupTypeSchema> {
  return {
    group_type: type.groupType,
    group_type_index: type.groupTypeIndex,
    name_singular: type.nameSingular,
    name_plural: type.namePlural,
    detail_dashboard: null,
    default_columns: type.defaultColumns && [...type.defaultColumns],
    created_at: wireTime(type.createdAt),
  };
}
