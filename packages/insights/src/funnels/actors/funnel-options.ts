import type { FunnelsQuery } from '@tidemark/contracts';
import type { ActorOption, ActorOptions } from '../../actors/options';
import { PERIOD_OPTIONS, distinct } from '../../actors/options';
import { BASELINE } from '../../breakdown/markers';
import { readBreakdown } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import type { FunnelsResponse } from '../plan-funnels';
import { ALL_USERS } from '../response/shown';

const MISSING = 'None (i.e. no value)';

/**
 * The options by which actors of a funnel can be selected: values of its breakdown, starting with all of them, and
 * one of two periods.
 */
export function funnelOptions(
  query: FunnelsQuery,
  response: FunnelsResponse,
  context: InsightContext,
): ActorOptions {
  const values = valuesOf(query, response, context);
  // The start of a period identifies it.
  const isTrend = query.funnelsFilter?.funnelVizType === 'trends';
  return {
    ...(values.length > 0 && { breakdown: [{ label: 'Baseline', value: BASELINE }, ...values] }),
    ...(query.compareFilter?.compare === true && !isTrend && { compare: PERIOD_OPTIONS }),
  };
}

function valuesOf(
  { breakdownFilter }: FunnelsQuery,
  { results }: FunnelsResponse,
  { cohortNames }: InsightContext,
): readonly ActorOption[] {
  const plan = readBreakdown(breakdownFilter);
  switch (plan.kind) {
    case 'none':
      return [];
    case 'cohorts':
      return plan.cohorts.map((cohort) =>
        cohort === 'all'
          ? { label: ALL_USERS, value: 0 }
          : { label: cohortNames.get(cohort) ?? String(cohort), value: cohort },
      );
    case 'properties':
      return distinct(Array.isArray(results) ? results.flatMap(optionOf) : []);
  }
}

/** The option for a conversion line or a list of steps. Values of several properties are written as a list. */
function optionOf(result: unknown): ActorOption[] {
  const [one] = (Array.isArray(result) ? result : [result]) as { breakdown_value?: unknown }[];
  const value = one?.breakdown_value;
  if (!Array.isArray(value)) return [];
  const parts = value.map(String);
  const label = parts.map((part) => (part === '' ? MISSING : part)).join(', ');
  return [{ label, value: parts.length === 1 ? (parts[0] ?? '') : JSON.stringify(parts) }];
}
