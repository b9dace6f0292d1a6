import { randomUUID } from 'node:crypto';
import {
  destinationTypes,
  hogFunctionMinimalSchema,
  hogFunctionSchema,
  hogFunctionWriteSchema,
  pageOf,
} from '@tidemark/contracts';
import type { DestinationType } from '@tidemark/contracts';
import { countParameter } from '@tidemark/platform';
import type { Destination, DestinationFields, DestinationQuery } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import {
  booleanParameter,
  flagParameter,
  numberParameter,
  pageParameters,
  parameter,
} from '../query-parameters';
import { found, peopleOf } from '../resource';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import { checkFilters } from './check-filters';
import type { DestinationRouteDeps } from './deps';
import { DETAIL, destinationParams, LIST, READ, WRITE } from './deps';
import { destinationBody } from './destination-body';
import { destinationFields, invalid, typeOf } from './destination-fields';
import { withPreset } from './internal-preset';

const listQuery = z.object({
  ...pageParameters,
  enabled: booleanParameter('Only destinations that are on, or only destinations that are off.'),
  type: parameter('`destination` (without it: only these) or `internal_destination`.'),
  types: parameter('The same, with several values separated by commas.'),
  created_by: numberParameter('Only destinations of this user.'),
  search: parameter('Part of the name or the description.'),
  filters: parameter(
    'JSON: `{"actions":[{"id":7}]}` lists those that receive one of these actions.',
  ),
});

/** The types that a list request names, read as in PostHog: `type` before `types`; unknown ones have no rows. */
export function askedTypes(parameters: URLSearchParams): readonly DestinationType[] {
  const asked = parameters.get('type') ?? parameters.get('types') ?? '';
  const names = asked === '' ? ['destination'] : asked.split(',').map((name) => name.trim());
  return destinationTypes.filter((type) => names.includes(type));
}

/** The conditions of a list request. @throws ApiError 400 for filters that are not supported */
function conditions(parameters: URLSearchParams): Omit<DestinationQuery, 'types' | 'page'> {
  const search = (parameters.get('search') ?? '').replaceAll('\0', '').trim();
  return {
    enabled: flagParameter(parameters.get('enabled')),
    createdById: Math.min(countParameter(parameters.get('created_by')) ?? 0, MAX_ID) || undefined,
    search: search === '' ? undefined : search,
    actionIds: actionIdsOf(parameters.get('filters') ?? ''),
  };
}

/** No user has a higher id. */
const MAX_ID = 2_147_483_647;

const actionFilters = z.strictObject({
  actions: z.array(z.looseObject({ id: z.union([z.string(), z.int()]) })),
});

function actionIdsOf(text: string): readonly string[] | undefined {
  if (text === '') return undefined;
  const parsed = actionFilters.safeParse(jsonOf(text));
  if (!parsed.success) throw invalid('filters', 'Only {"actions":[{"id":…}]} is supported.');
  return parsed.data.actions.map(({ id }) => String(id).replaceAll('\0', ''));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller rejects it.
    return null;
  }
}

/** Destinations, under the name that PostHog has for them. */
export function createDestinationRoutes(deps: DestinationRouteDeps): readonly ProjectRoute[] {
  const { destinations, users, secrets } = deps;

  const shownAll = async (rows: readonly Destination[]) => {
    const people = await peopleOf(users, rows, ({ createdById }) => [createdById]);
    const health = await destinations.health(rows.map(({ id }) => id));
    return (row: Destination) =>
      destinationBody(row, people.get(row.createdById ?? 0) ?? null, health.get(row.id));
  };
  const shown = async (destination: Destination | null) => {
    const existing = found(destination);
    return (await shownAll([existing]))(existing);
  };
  const updates = updateRoutes('hog_functions', {
    summary: 'Change, delete or restore a destination',
    path: DETAIL,
    access: WRITE,
    params: destinationParams,
    body: hogFunctionWriteSchema,
    response: hogFunctionSchema,
    async handle({ caller, params: { id }, body: given }) {
      const body = withPreset(given, false);
      const { project } = caller;
      const options = { withDeleted: body.deleted === false };
      const before = found(await destinations.find(project.id, id, options));
      const fields = destinationFields(body, id, before, secrets);
      const type = typeOf(body, before);
      if (body.filters) await checkFilters(deps, project.id, type, body.filters);
      return shown(await destinations.update(inProject(caller), id, fields, options));
    },
  });

  return [
    projectRoute({
      name: 'hog_functions_list',
      summary: 'List destinations',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(hogFunctionMinimalSchema),
      async handle({ caller: { project }, url }) {
        const page = defaultPage(url);
        const { searchParams } = url;
        const types = askedTypes(searchParams);
        if (types.length === 0) {
          return pageBody(url, page, { count: 0, rows: [] }, (row: never) => row);
        }
        const listed = await destinations.list(project.id, {
          ...{ types, page },
          ...conditions(searchParams),
        });
        return pageBody(url, page, listed, await shownAll(listed.rows));
      },
    }),
    projectRoute({
      name: 'hog_functions_create',
      summary: 'Create a destination',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: hogFunctionWriteSchema,
      response: hogFunctionSchema,
      async handle({ caller, body: given }) {
        const id = randomUUID();
        const body = withPreset(given, true);
        const fields = destinationFields(body, id, null, secrets) as DestinationFields;
        const type = typeOf(body, null);
        if (body.filters) await checkFilters(deps, caller.project.id, type, body.filters);
        return shown(await destinations.create(inProject(caller), id, fields));
      },
    }),
    projectRoute({
      name: 'hog_functions_retrieve',
      summary: 'Read a destination',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params: destinationParams,
      response: hogFunctionSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(await destinations.find(project.id, id)),
    }),
    ...updates,
    unsupportedDestroyRoute('hog_functions', {
      summary: 'Not supported: destinations are deleted by a change',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}
