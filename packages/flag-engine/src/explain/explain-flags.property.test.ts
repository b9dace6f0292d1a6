import fc from 'fast-check';
import { compileFlags } from '../compile/compile-flags';
import { evaluateFlags } from '../evaluate/evaluate-flags';
import { cohorts, project, request } from '../test-support/arbitraries';
import { explainFlags } from './explain-flags';
import type { ConditionOutcome, FlagExplanation } from './explanation';

const RANKS: Partial<Record<ConditionOutcome, [rank: number, code: string]>> = {
  no_group: [1, 'no_group_type'],
  filters_missed: [2, 'no_condition_match'],
  out_of_rollout: [3, 'out_of_rollout_bound'],
  no_device: [3, 'out_of_rollout_bound'],
};

/** The reason that follows from conditions of which none matched. */
function reasonFrom({ conditions }: FlagExplanation): object {
  let best = { rank: 0, code: 'no_group_type', condition_index: null as number | null };
  for (const { index, outcome } of conditions) {
    const [rank, code] = RANKS[outcome] ?? [-1, ''];
    if (rank >= best.rank) best = { rank, code, condition_index: index };
  }
  const { code, condition_index } = best;
  return { code, condition_index };
}

describe('explainFlags with any stored definitions and any request', () => {
  it('has the result of evaluateFlags, which follows from its steps', () => {
    fc.assert(
      fc.property(project, cohorts, request, (definitions, groups, context) => {
        const flags = compileFlags(definitions, groups);
        const explained = explainFlags(flags, definitions, context);
        const { results } = evaluateFlags(flags, context);
        expect(explained.map(({ result }) => result)).toEqual([...results.values()]);
        for (const one of explained) {
          const { result, conditions } = one;
          const outcomes = conditions.map(({ outcome }) => outcome);
          const end = outcomes.findIndex((outcome) => ['match', 'failed'].includes(outcome));
          if (end !== -1) {
            expect(outcomes.slice(end + 1).every((outcome) => outcome === 'not_reached')).toBe(
              true,
            );
          }
          for (const { outcome, filters } of conditions) {
            const matches = filters.map((filter) => filter.matches);
            if (outcome === 'match') expect(new Set(matches).has(false)).toBe(false);
            if (outcome === 'filters_missed') expect(matches).toContain(false);
          }
          if (result.failed) {
            expect(outcomes).not.toContain('match');
          } else if (end !== -1) {
            expect(result.reason).toMatchObject({ code: 'condition_match', condition_index: end });
            expect(result.enabled).toBe(true);
          } else if (conditions.length > 0 && outcomes.every((one) => one === 'not_reached')) {
            expect([
              'missing_dependency',
              'super_condition_value',
              'holdout_condition_value',
            ]).toContain(result.reason.code);
          } else if (conditions.length > 0) {
            expect(result.reason).toMatchObject(reasonFrom(one));
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
