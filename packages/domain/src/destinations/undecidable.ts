import type { MatchableStep } from '../actions/matches-steps';
import { compilePredicate } from '../actions/property-predicate';
import type { StepFilter } from '../actions/property-predicate';

/** An event with all fields that ingestion knows. */
const PROBE = {
  event: '$autocapture',
  properties: {},
  elements: [
    {
      text: 'text',
      tag_name: 'a',
      attr_class: null,
      href: null,
      attr_id: null,
      nth_child: null,
      nth_of_type: null,
      attributes: {},
      order: 0,
    },
  ],
  personProperties: {},
} as const;

/**
 * Why a filter cannot be applied during ingestion; null if it can. Only data of the event itself can be compared;
 * cohorts, groups, dates, sessions and HogQL need the query engine.
 */
export function problemOfLiveFilter(filter: StepFilter): string | null {
  try {
    if (compilePredicate(filter)(PROBE) !== null) return null;
  } catch (error) {
    return `the regular expression is not valid: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { key, operator = 'exact' } = filter;
  const type = typeof filter['type'] === 'string' ? filter['type'] : 'event';
  const what =
    type === 'event' || type === 'person' || type === 'element'
      ? `the operator '${String(operator)}' on '${String(key)}'`
      : `a filter of type '${type}'`;
  return `${what} needs a query and cannot be applied to events as they arrive`;
}

/** The same for the filters of steps; `step` counts from 1. */
export function problemOfLiveSteps(
  steps: readonly MatchableStep[],
): { readonly step: number; readonly problem: string } | null {
  for (const [index, { properties }] of steps.entries()) {
    for (const filter of properties ?? []) {
      const problem = problemOfLiveFilter(filter);
      if (problem !== null) return { step: index + 1, problem };
    }
  }
  return null;
}
