import {
  groupPropertyDefinitionsSchema,
  groupPropertyDeletionSchema,
  groupPropertyUpdateSchema,
  groupPropertyValueSchema,
  groupSchema,
} from '@tidemark/contracts';
import { copyWithout, putKey } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { publishChanges } from '../persons/publish-changes';
import { found } from '../resource';
import { groupIndexOf, groupNamed, groupQuery, groupTypeQuery } from './group-parameters';
import { groupPropertyValues } from './group-queries';
import type { GroupRouteDeps } from './group-routes';
import { checkedSize, groupBody, READ, WRITE } from './group-routes';
import { parameter } from '../query-parameters';

const valuesQuery = groupTypeQuery.extend({
  key: parameter('Name of the property; required.'),
  value: parameter('Part of the value, case-insensitive.'),
});

/** Properties of groups (`docs/wire/management.md#group-properties`). */
export function createGroupPropertyRoutes(deps: GroupRouteDeps): readonly ProjectRoute[] {
  const { groups } = deps;
  return [
    projectRoute({
      name: 'groups_update_property_create',
      summary: 'Set a property of a group',
      method: 'POST',
      path: '/groups/update_property/',
      access: WRITE,
      query: groupQuery,
      body: groupPropertyUpdateSchema,
      response: groupSchema,
      async handle({ caller: { project, user }, url: { searchParams }, body }) {
        const { index, key: groupKey } = groupNamed(searchParams);
        const { key, value } = body;
        if (key === undefined || key === null) throw missing('key');
        if (value === undefined || value === null) throw missing('value');
        const changed = found(
          await groups.update(project.id, user.id, index, groupKey, key, (properties) => {
            const next = { ...properties };
            putKey(next, key, value);
            return checkedSize(next);
          }),
        );
        await deps.noteProperties(project.id, index, Object.fromEntries([[key, value]]));
        await publishChanges(deps, changed.outboxId);
        return groupBody(changed.group);
      },
    }),
    projectRoute({
      name: 'groups_delete_property_create',
      summary: 'Remove a property of a group',
      method: 'POST',
      path: '/groups/delete_property/',
      access: WRITE,
      query: groupQuery,
      body: groupPropertyDeletionSchema,
      response: groupSchema,
      async handle({ caller: { project, user }, url: { searchParams }, body: { $unset: key } }) {
        const { index, key: groupKey } = groupNamed(searchParams);
        if (typeof key !== 'string') {
          throw validationError(
            'invalid_input',
            'This field is required and must be a string (the property name to delete).',
            '$unset',
          );
        }
        const changed = found(
          await groups.update(project.id, user.id, index, groupKey, key, (properties) => {
            if (Object.hasOwn(properties, key)) return copyWithout(properties, new Set([key]));
            throw validationError(
              'invalid_input',
              `Property '${key}' does not exist on this group.`,
              '$unset',
            );
          }),
        );
        await publishChanges(deps, changed.outboxId);
        return groupBody(changed.group);
      },
    }),
    projectRoute({
      name: 'groups_property_values_retrieve',
      summary: 'List values of a group property',
      method: 'GET',
      path: '/groups/property_values/',
      access: READ,
      query: valuesQuery,
      response: z.array(groupPropertyValueSchema),
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const index = groupIndexOf(searchParams);
        const key = searchParams.get('key') ?? '';
        if (key === '') {
          throw validationError('invalid_input', 'This query parameter is required.', 'key');
        }
        const asked = { index, key, value: searchParams.get('value') ?? '' };
        return [...(await groupPropertyValues(deps.engine, project, asked, signal))];
      },
    }),
    projectRoute({
      name: 'groups_property_definitions_retrieve',
      summary: 'List group properties',
      method: 'GET',
      path: '/groups/property_definitions/',
      access: READ,
      response: groupPropertyDefinitionsSchema,
      async handle({ caller: { project } }) {
        const byIndex = new Map<string, { name: string; count: number }[]>();
        for (const { index, name, count } of await groups.countProperties(project.id)) {
          const known = byIndex.get(String(index)) ?? [];
          byIndex.set(String(index), [...known, { name, count }]);
        }
        return Object.fromEntries(byIndex);
      },
    }),
  ];
}

function missing(field: string): Error {
  return validationError('invalid_input', 'This field is required.', field);
}
