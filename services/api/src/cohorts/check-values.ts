import type { CohortFilters, CohortNode } from '@tidemark/contracts';
import { isComparableVersion } from '@tidemark/contracts';
import { cohortStatement, HogQLError } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import { problemOfRegex } from '../regex-problem';
import { problemOfBehaviour } from './check-behaviour';

const REGEX: ReadonlySet<unknown> = new Set(['regex', 'not_regex']);
const DATES: ReadonlySet<unknown> = new Set(['is_date_exact', 'is_date_before', 'is_date_after']);
const RELATIVE_DATE = /^-?\d{1,5}[hdwmy]$/;

/**
 * Rejects values with which a calculation would fail.
 *
 * @throws ApiError 400, about `filters`
 */
export function checkValues(filters: CohortFilters): void {
  const problem = problemOf(filters.properties) ?? problemOfStatement(filters);
  if (problem !== null) throw validationError('invalid_input', problem, 'filters');
}

function problemOf(node: CohortNode): string | null {
  if ('values' in node) {
    for (const inner of node.values) {
      const problem = problemOf(inner);
      if (problem !== null) return problem;
    }
    return null;
  }
  if (node.type === 'person' || node.type === 'person_metadata') return problemOfValue(node);
  if (node.type !== 'behavioral') return null;
  const problems = (node.event_filters ?? []).map(problemOfValue);
  return problems.find((problem) => problem !== null) ?? problemOfBehaviour(node);
}

/** What the language cannot say; whether its names exist shows when it is calculated. */
function problemOfStatement(filters: CohortFilters): string | null {
  try {
    cohortStatement(filters, { now: new Date(), timezone: 'UTC' });
    return null;
  } catch (error) {
    if (error instanceof HogQLError) return error.message;
    throw error;
  }
}

function problemOfValue(filter: {
  readonly operator?: string | null | undefined;
  readonly value?: unknown;
}): string | null {
  const { operator, value } = filter;
  if (REGEX.has(operator)) {
    const patterns: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = patterns.filter((pattern) => typeof pattern === 'string');
    return texts.map(problemOfRegex).find((problem) => problem !== null) ?? null;
  }
  if (!isComparableVersion(operator, value)) {
    return `Invalid version '${String(value).slice(0, 100)}' for operator '${String(operator)}'. Expected a version such as '1.2.3'.`;
  }
  if (!DATES.has(operator)) return null;
  const isDate =
    typeof value === 'string' && (RELATIVE_DATE.test(value) || !Number.isNaN(Date.parse(value)));
  return isDate
    ? null
    : `Invalid date value '${String(value)}' for operator '${String(operator)}'. Expected a relative date (e.g., '-7d', '30d') or an ISO 8601 date (e.g., '2024-01-15').`;
}
