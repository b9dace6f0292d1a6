import {
  foundGroupSchema,
  groupCreateSchema,
  groupListSchema,
  groupSchema,
} from '@tidemark/contracts';
import type { GroupBody } from '@tidemark/contracts';
import { isOversized } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type {
  CohortPersons,
  GroupRepository,
  GroupTypeRepository,
  ListedGroup,
} from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { PublishDeps } from '../persons/publish-changes';
import { publishChanges } from '../persons/publish-changes';
import { found } from '../resource';
import { wireTime } from '../wire-time';
import {
  cursorOf,
  cursorText,
  groupIndexOf,
  groupNamed,
  groupQuery,
  groupTypeQuery,
} from './group-parameters';
import { parameter } from '../query-parameters';

const listQuery = groupTypeQuery.extend({
  search: parameter('Part of the key or of a property, case-insensitive.'),
  group_key: parameter('Part of the key.'),
  cursor: parameter('Cursor of the page, from `next`.'),
});

export interface GroupRouteDeps extends PublishDeps {
  readonly groups: GroupRepository;
  readonly groupTypes: GroupTypeRepository;
  readonly cohortPersons: Pick<CohortPersons, 'findPersons'>;
  readonly engine: QueryEngine;
  /** Notes the types of properties that were set by hand. */
  readonly noteProperties: (
    projectId: number,
    index: number,
    properties: Readonly<Record<string, unknown>>,
  ) => Promise<void>;
}

export const READ = { scope: 'group:read' } as const;
export const WRITE = { scope: 'group:write' } as const;
const PAGE = 100;

export function groupBody(group: ListedGroup): GroupBody {
  return {
    group_type_index: group.groupTypeIndex,
    group_key: group.groupKey,
    group_properties: { ...group.properties },
    created_at: wireTime(group.createdAt),
  };
}

/** @throws ApiError 400 when a group would become larger than any may be */
export function checkedSize(properties: Readonly<Record<string, unknown>>) {
  if (!isOversized(properties)) return properties;
  throw validationError(
    'invalid_input',
    'The properties of a group may not be larger than 640 KiB.',
    'group_properties',
  );
}

/** The groups resource (`docs/wire/management.md#group-list`): list, create, find. */
export function createGroupRoutes(deps: GroupRouteDeps): readonly ProjectRoute[] {
  const { groups, groupTypes } = deps;
  return [
    projectRoute({
      name: 'groups_list',
      summary: 'List groups of a type',
      method: 'GET',
      path: '/groups/',
      access: READ,
      query: listQuery,
      response: groupListSchema,
      async handle({ caller: { project }, url }) {
        const parameters = url.searchParams;
        const index = groupIndexOf(
          parameters,
          'You must pass ?group_type_index= in this URL. To get a list of valid group types, call /api/:project_id/groups_types/.',
        );
        const rows = await groups.list(project.id, index, {
          search: storable(parameters.get('search')),
          keyPart: storable(parameters.get('group_key')),
          after: cursorOf(parameters.get('cursor')),
          // One additional row shows whether there is a next page.
          limit: PAGE + 1,
        });
        const last = rows[PAGE - 1];
        const next = new URL(url);
        next.searchParams.delete('personal_api_key');
        if (last !== undefined) next.searchParams.set('cursor', cursorText(last));
        return {
          next: rows.length > PAGE ? next.toString() : null,
          previous: null,
          results: rows.slice(0, PAGE).map(groupBody),
        };
      },
    }),
    projectRoute({
      name: 'groups_create',
      summary: 'Create a group',
      method: 'POST',
      path: '/groups/',
      access: WRITE,
      body: groupCreateSchema,
      status: 201,
      response: groupSchema,
      async handle({ caller: { project, user }, body }) {
        const { group_type_index: index, group_key: key } = body;
        const types = await groupTypes.list(project.id);
        found(types.find((type) => type.groupTypeIndex === index));
        const properties = checkedSize(body.group_properties ?? {});
        const created = await groups.create(project.id, user.id, index, key, properties);
        if (created === null) {
          throw validationError('invalid_input', 'A group with this key already exists', 'detail');
        }
        await deps.noteProperties(project.id, index, properties);
        await publishChanges(deps, created.outboxId);
        return groupBody(created.group);
      },
    }),
    projectRoute({
      name: 'groups_find_retrieve',
      summary: 'Read a group by its key',
      method: 'GET',
      path: '/groups/find/',
      access: READ,
      query: groupQuery,
      response: foundGroupSchema,
      async handle({ caller: { project }, url: { searchParams } }) {
        const { index, key } = groupNamed(searchParams);
        const [group] = await groups.findMany(project.id, index, [storable(key)]);
        return { ...groupBody(found(group)), notebook: null };
      },
    }),
  ];
}

/** Postgres rejects NUL in any text; nothing stored has one. */
export function storable(text: string | null): string {
  return (text ?? '').replaceAll('\0', '\u{FFFD}');
}
