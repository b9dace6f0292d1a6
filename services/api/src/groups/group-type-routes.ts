import {
  groupTypeColumnsSchema,
  groupTypeNamesSchema,
  groupTypeSchema,
  idParameter,
} from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { GROUP_TYPE_HISTORY } from '@tidemark/postgres';
import type { GroupTypeFields, GroupTypeRepository, NamedGroupType } from '@tidemark/postgres';
import { z } from 'zod';
import type { Journal } from '../activity-log/journal';
import { inProject } from '../activity-log/journal';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { wireTime } from '../wire-time';
import { READ, WRITE } from './group-routes';

const LIST = '/groups_types/';

/** The types of a project's groups (`wire/actions.md` §5). Ingestion makes them. */
export function createGroupTypeRoutes(deps: {
  readonly groupTypes: GroupTypeRepository;
  readonly journal: Journal;
  readonly announceChange: AnnounceChange;
}): readonly ProjectRoute[] {
  const { groupTypes, journal, announceChange } = deps;

  /** All or nothing: a type that does not exist leaves the others as they are. @throws ApiError 404 */
  const change = (
    caller: ProjectCaller,
    changes: readonly { readonly index: number; readonly fields: Partial<GroupTypeFields> }[],
  ): Promise<readonly NamedGroupType[]> =>
    journal.record(GROUP_TYPE_HISTORY, inProject(caller), async (within, tell) => {
      const known = await within.groupTypes.list(caller.project.id);
      const changed: NamedGroupType[] = [];
      for (const { index, fields } of changes) {
        const before = typeOf(known, index);
        const after = await within.groupTypes.update(caller.project.id, index, fields);
        tell(identified(before), after && identified(after));
        changed.push(after ?? before);
      }
      return changed;
    });

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
        await change(caller, changes);
        return listed(caller.project.id);
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
      async handle({ caller, body }) {
        const fields = { defaultColumns: body.default_columns };
        const [type] = await change(caller, [{ index: body.group_type_index, fields }]);
        if (type === undefined) throw notFound('Group type not found');
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
      async handle({ caller, params: { index } }) {
        const { id: projectId } = caller.project;
        await journal.record(GROUP_TYPE_HISTORY, inProject(caller), async (within, tell) => {
          tell(identified(typeOf(await within.groupTypes.list(projectId), index)), null);
          await within.groupTypes.delete(projectId, index);
        });
        await announceChange(projectId, 'feature_flags');
      },
    }),
  ];
}

/** A type is known by its index. */
function identified(type: NamedGroupType): NamedGroupType & { readonly id: number } {
  return { ...type, id: type.groupTypeIndex };
}

/** @throws ApiError 404 */
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
