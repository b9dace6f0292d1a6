import type { RelatedActorBody } from '@tidemark/contracts';
import { relatedActorSchema } from '@tidemark/contracts';
import { MAX_GROUP_TYPES } from '@tidemark/domain';
import { validationError } from '@tidemark/platform';
import type { ListedGroup } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { personBody } from '../persons/person-body';
import { personIdOf } from '../persons/person-id';
import { wireTime } from '../wire-time';
import type { RelatedTo } from './group-queries';
import { relatedGroupKeys, relatedPersonIds } from './group-queries';
import { groupIndexOf } from './group-parameters';
import type { GroupRouteDeps } from './group-routes';
import { READ } from './group-routes';
import { numberParameter, parameter } from '../query-parameters';

const relatedQuery = z.object({
  id: parameter('Key of a group, or id of a person; required.'),
  group_type_index: numberParameter('Type of the group. Default: `id` is a person.'),
});

/** `groups/related/`: persons and groups that shared events with one of them in the last 90 days. */
export function createRelatedRoutes(deps: GroupRouteDeps): readonly ProjectRoute[] {
  const { engine, groups, groupTypes, cohortPersons } = deps;
  return [
    projectRoute({
      name: 'groups_related_retrieve',
      summary: 'List persons and groups that are related by events',
      method: 'GET',
      path: '/groups/related/',
      access: READ,
      query: relatedQuery,
      response: z.array(relatedActorSchema),
      async handle({ caller: { project }, url: { searchParams }, signal }) {
        const to = relatedTo(searchParams);
        const ids = to.index === null ? [] : await relatedPersonIds(engine, project, to, signal);
        const people = await cohortPersons.findPersons(project.id, ids);
        const actors: RelatedActorBody[] = people.map((one) => personBody(one, project));
        for (const { groupTypeIndex: ofIndex } of await groupTypes.list(project.id)) {
          if (ofIndex === to.index) continue;
          const keys = await relatedGroupKeys(engine, project, { ...to, ofIndex }, signal);
          const known = await groups.findMany(project.id, ofIndex, keys);
          const byKey = new Map(known.map((group) => [group.groupKey, group]));
          for (const key of keys) {
            const group = byKey.get(key);
            if (group !== undefined) actors.push(actorBody(group));
          }
        }
        return actors;
      },
    }),
  ];
}

/** @throws ApiError 400 */
function relatedTo(parameters: URLSearchParams): RelatedTo {
  const id = parameters.get('id') ?? '';
  if (id === '') throw validationError('invalid_input', 'This query parameter is required.', 'id');
  if ((parameters.get('group_type_index') ?? '') === '') return { index: null, id: personIdOf(id) };
  const index = groupIndexOf(parameters);
  if (index < MAX_GROUP_TYPES) return { index, id };
  throw validationError(
    'invalid_input',
    `A group type's index is less than ${MAX_GROUP_TYPES}.`,
    'group_type_index',
  );
}

function actorBody(group: ListedGroup): RelatedActorBody {
  return {
    type: 'group',
    id: group.groupKey,
    group_type_index: group.groupTypeIndex,
    group_key: group.groupKey,
    created_at: wireTime(group.createdAt),
    properties: { ...group.properties },
    matched_recordings: [],
    value_at_data_point: null,
  };
}
