import {
  bulkDeleteRequestSchema,
  bulkDeleteSchema,
  bulkKeysSchema,
  matchingIdsSchema,
} from '@tidemark/contracts';
import { z } from 'zod';
import type { ProposeChange } from '../approval-required';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { deleteFlags } from './delete-flags';
import { readFlagIds } from './flag-ids';
import { FLAG_FILTERS, flagFilterParameters, flagFilterQuery } from './flag-list-query';
import type { SaveFlagDeps } from './save-flag';

const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const ALL = { limit: null, offset: 0 };

/** These routes have a form of errors of their own. */
const flagErrorSchema = z.object({ error: z.string() });
const statusOf = (result: object): number => ('error' in result ? 400 : 200);

/** Many flags at once (`docs/wire/flags-management.md#flag-bulk`). */
export function createFlagBulkRoutes(
  deps: Pick<SaveFlagDeps, 'flags' | 'features' | 'announceChange'> & {
    readonly proposeChange: ProposeChange;
    readonly now: () => Date;
  },
): readonly ProjectRoute[] {
  const { flags, now } = deps;
  return [
    projectRoute({
      name: 'feature_flags_bulk_keys',
      summary: 'Read the keys of flags by id',
      method: 'POST',
      path: '/feature_flags/bulk_keys/',
      access: READ,
      body: z.object({ ids: z.array(z.unknown()).nullish() }),
      statuses: [200, 400],
      response: z.union([flagErrorSchema, bulkKeysSchema]),
      status: statusOf,
      async handle({ caller: { project }, body: { ids: given } }) {
        if (!given || given.length === 0) return { keys: {} };
        const { ids, invalid } = readFlagIds(given);
        if (ids.length === 0) return { error: 'Invalid flag IDs provided' };
        const { rows } = await flags.list(project.id, { ids, page: ALL });
        return {
          keys: Object.fromEntries(rows.map((flag) => [String(flag.id), flag.key])),
          ...(invalid.length > 0 && {
            warning: `Invalid flag IDs ignored: ${JSON.stringify(invalid).slice(0, 500)}`,
          }),
        };
      },
    }),
    projectRoute({
      name: 'feature_flags_matching_ids',
      summary: 'List the ids of all flags that filters match',
      method: 'GET',
      path: '/feature_flags/matching_ids/',
      access: READ,
      query: flagFilterParameters,
      response: matchingIdsSchema,
      async handle({ caller: { project }, url }) {
        const filters = flagFilterQuery(Object.fromEntries(url.searchParams), now());
        const { count, rows } = await flags.list(project.id, {
          archived: false,
          ...filters,
          page: ALL,
        });
        return { ids: rows.map((flag) => flag.id), total: count };
      },
    }),
    projectRoute({
      name: 'feature_flags_bulk_delete',
      summary: 'Delete flags by id or by filters',
      method: 'POST',
      path: '/feature_flags/bulk_delete/',
      access: WRITE,
      body: bulkDeleteRequestSchema,
      statuses: [200, 400],
      response: z.union([flagErrorSchema, bulkDeleteSchema]),
      status: statusOf,
      async handle({ caller, body }) {
        const filters = body.filters ?? {};
        const given = body.ids ?? [];
        const named = Object.keys(filters);
        if (named.length > 0 && given.length > 0) {
          return { error: 'Provide either filters or ids, not both' };
        }
        if (named.length === 0 && given.length === 0) {
          return { error: 'Must provide either filters or ids' };
        }
        const unknown = named.filter((name) => !FLAG_FILTERS.some((known) => known === name));
        if (unknown.length > 0) {
          return { error: `Unknown filter keys: ${unknown.toSorted().join(', ').slice(0, 500)}` };
        }
        const query = named.length > 0 ? flagFilterQuery(filters, now()) : readFlagIds(given);
        const { rows } = await flags.list(caller.project.id, { ...query, page: ALL });
        return deleteFlags(deps, caller, rows, given);
      },
    }),
  ];
}
