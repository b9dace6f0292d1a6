import type { CohortFilters, CohortWrite } from '@tidemark/contracts';
import { cohortFiltersSchema, filtersOfGroups } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { Cohort, CohortFields } from '@tidemark/postgres';
import { checkValues } from './check-values';
import { COHORT_FIELDS } from '@tidemark/postgres';

/**
 * The fields a body names; what it leaves out stays out. `groups` in place of filters become filters.
 *
 * @throws ApiError 400 for a combination the resource does not allow.
 */
export function toCohortFields(body: CohortWrite): Partial<CohortFields> {
  const filters = filtersOf(body);
  const { name, description, groups, query, deleted } = body;
  const hasQuery = body.query !== undefined && body.query !== null;
  if (hasQuery && filters !== undefined && filters !== null) {
    throw validationError(
      'invalid_input',
      'Cannot set both query and filters at the same time.',
      null,
    );
  }
  if (hasQuery) checkQuery(body.query ?? {});
  if (filters !== undefined && filters !== null) checkValues(filters);
  return {
    ...COHORT_FIELDS.fromWire({ name, groups, filters, query, deleted }),
    ...(description !== undefined && { description: description ?? '' }),
  };
}

function filtersOf(body: CohortWrite): CohortFilters | null | undefined {
  if (body.filters !== undefined && body.filters !== null) return body.filters;
  if (body.groups === undefined || body.groups.length === 0) return body.filters;
  const parsed = cohortFiltersSchema.safeParse(filtersOfGroups(body.groups));
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'Invalid groups.';
  throw validationError('invalid_input', message, 'groups');
}

function checkQuery(query: Readonly<Record<string, unknown>>): void {
  const { kind } = query;
  if (kind === 'HogQLQuery' && typeof query['query'] === 'string') return;
  throw validationError(
    'invalid_input',
    kind === 'ActorsQuery'
      ? 'Cohorts from an ActorsQuery are not supported yet: use a HogQLQuery.'
      : `Query must be an ActorsQuery or HogQLQuery. Got: ${String(kind)}`,
    'query',
  );
}

/** Does the cohort, a static one, get its members from filters or a query, once? */
export function needsSnapshot(fields: Partial<CohortFields>): boolean {
  const { filters, query } = fields;
  return (query ?? null) !== null || (filters?.properties.values.length ?? 0) > 0;
}

/**
 * Checks a change between static and dynamic, which is allowed in both directions. The criteria from which a static
 * cohort was created are kept for information only.
 *
 * @throws ApiError 400
 */
export function checkKind(
  current: Cohort,
  { is_static: isStatic = current.isStatic }: CohortWrite,
  fields: Partial<CohortFields>,
): void {
  const { filters = current.filters, query = current.query } = fields;
  if (!isStatic && current.isStatic && ((filters ?? null) === null || (query ?? null) !== null)) {
    throw validationError(
      'invalid_input',
      'A dynamic cohort needs filters, and no query.',
      'is_static',
    );
  }
  const changed =
    (fields.filters !== undefined && !same(fields.filters, current.filters)) ||
    (fields.query !== undefined && !same(fields.query, current.query));
  if (current.isStatic && isStatic && changed) {
    throw validationError(
      'invalid_input',
      'Editing the criteria of a static cohort is not supported yet. Create a new static cohort instead.',
      null,
    );
  }
  if (!isStatic && fields.query !== undefined && fields.query !== null) {
    throw validationError(
      'invalid_input',
      'Cannot create a dynamic cohort with a query. Set is_static to true.',
    );
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
