import fc from 'fast-check';
import { compileFlags } from '../compile/compile-flags';
import { cohorts, project, request } from '../test-support/arbitraries';
import { aContext, aFlag } from '../test-support/factories';
import { evaluateFlags } from './evaluate-flags';
import { requiredData } from './required-data';
import { shapeEvaluation } from '../wire/shape';

describe('evaluateFlags with any stored definitions and any request', () => {
  it('evaluates every flag, consistently, and the same way again', () => {
    fc.assert(
      fc.property(project, cohorts, request, (definitions, groups, context) => {
        const evaluation = evaluateFlags(compileFlags(definitions, groups), context);
        expect(evaluation.results.size).toBe(definitions.length);
        for (const result of evaluation.results.values()) {
          if (result.variant !== null) expect(result.enabled).toBe(true);
          if (result.failed) {
            expect(result).toMatchObject({ enabled: false, variant: null, payload: null });
            expect(evaluation.errorsWhileComputing).toBe(true);
          }
        }
        expect(evaluateFlags(compileFlags(definitions, groups), context)).toEqual(evaluation);
        for (const version of [1, 2, 3, 4]) {
          expect(JSON.stringify(shapeEvaluation('decide', version, evaluation))).toMatch(/^\{/);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('needs only the stored data that requiredData names', () => {
    fc.assert(
      fc.property(project, cohorts, request, (definitions, groups, context) => {
        const flags = compileFlags(definitions, groups);
        const groupTypes = { 0: 'company' };
        const required = requiredData(flags, context, groupTypes);
        const stored = {
          ...context,
          groupTypes,
          personProperties: {},
          groupProperties: {},
          hashKeyOverrides: {},
          memberOf: new Set<number>(),
        };
        const unread = {
          ...stored,
          personProperties: required.person ? {} : null,
          groupProperties: required.groups.includes('company') ? {} : { company: null },
          groupTypes: required.groupTypes ? groupTypes : null,
          memberOf: required.cohorts.length > 0 ? stored.memberOf : null,
        };
        expect(evaluateFlags(flags, unread)).toEqual(evaluateFlags(flags, stored));
      }),
      { numRuns: 1_000 },
    );
  });

  it('raising a rollout never removes the flag or the variant from anyone', () => {
    const percentage = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.string(), percentage, percentage, (distinctId, one, other) => {
        const at = (rollout_percentage: number) => {
          const multivariate = {
            variants: [
              { key: 'a', rollout_percentage: 50 },
              { key: 'b', rollout_percentage: 50 },
            ],
          };
          const flag = aFlag({ filters: { groups: [{ rollout_percentage }], multivariate } });
          return evaluateFlags(compileFlags([flag]), aContext({ distinctId })).results.get(
            flag.key,
          );
        };
        const low = at(Math.min(one, other));
        if (low?.enabled) expect(at(Math.max(one, other))).toEqual(low);
      }),
    );
  });
});
