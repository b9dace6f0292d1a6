import {
  groupTypeColumnsSchema,
  groupTypeNamesSchema,
  groupTypeSchema,
  idParameter,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { GroupTypeRepository, NamedGroupType } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { wireTime } from '../wire-time';
import { READ, WRITE } from './group-routes';

const LIST = '/groups_types/';

/** The types of a project's groups (`wire/actions.md` §5). Ingestion makes them. */
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
      async handle({ caller: { project }, body }) {
        const known = await groupTypes.list(project.id);
        // All or nothing: a type that does not exist leaves the others as they are.
        for (const { group_type_index: index } of body) typeOf(known, index);
        for (const { group_type_index: index, ...names } of body) {
          await groupTypes.update(project.id, index, {
            ...(names.name_singular !== undefined && { nameSingular: names.name_singular }),
            ...(names.name_plural !== undefined && { namePlural: names.name_plural }),
          });
        }
        return listed(project.id);
      },
    }),
    projectRoute({
      name: 'groups_types_set_default_columns_update',
      summary: 'Set the columns that a type of groups is shown with',
      method: 'PUT',
      path: `${LIST}set_default_columns/`,
      access: WRITE,
      body: groupTypeColumnsSchema,
      response: groupTypeSchema,
      async handle({ caller: { project }, body }) {
        const type = await groupTypes.update(project.id, body.group_type_index, {
          defaultColumns: body.default_columns,
        });
        if (type === null) throw notFound('Group type not found');
        return groupTypeBody(type);
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
      async handle({ caller: { project }, params: { index } }) {
        if (!(await groupTypes.delete(project.id, index))) throw notFound('Group type not found');
        await announceChange(project.id, 'feature_flags');
      },
    }),
  ];
}

function typeOf(types: readonly NamedGroupType[], index: number): NamedGroupType {
  const type = types.find(({ groupTypeIndex }) => groupTypeIndex === index);
  if (type === undefined) throw notFound('Group type not found');
  return type;
}

function groupTypeBody(type: NamedGroupType): z.input<typeof groupTypeSchema> {
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
