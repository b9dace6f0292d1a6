import { compileFlags } from '../compile/compile-flags';
import type { FlagDefinition } from '../definition';
import { aContext, aFlag } from '../testing/factories';
import { evaluateFlags } from './evaluate-flags';
import type { FlagResult } from './results';

const ON = { groups: [{}] };
const OFF = { groups: [{ rollout_percentage: 0 }] };
const VARIANT_A = {
  groups: [{}],
  multivariate: { variants: [{ key: 'a', rollout_percentage: 100 }] },
};
const MALFORMED = { groups: 'all' };

const asksFor = (id: number | string, value: unknown, operator = 'flag_evaluates_to') => ({
  groups: [{ properties: [{ key: String(id), type: 'flag', operator, value }] }],
});
const flag = (id: number, filters: unknown, changes: Partial<FlagDefinition> = {}) =>
  aFlag({ id, key: `flag-${id}`, filters, ...changes });

function evaluate(...definitions: FlagDefinition[]) {
  const { results, errorsWhileComputing } = evaluateFlags(compileFlags(definitions), aContext());
  const of = (id: number): FlagResult => {
    const result = results.get(`flag-${id}`);
    if (result === undefined) throw new Error(`no result for flag-${id}`);
    return result;
  };
  return { of, errorsWhileComputing };
}

const missing = {
  enabled: false,
  reason: {
    code: 'missing_dependency',
    condition_index: null,
    description: 'Flag cannot be evaluated due to missing dependency',
  },
};

describe('flag dependencies', () => {
  it.each<[target: unknown, wanted: unknown, enabled: boolean]>([
    [ON, true, true],
    [ON, false, false],
    [ON, 'a', false],
    [OFF, true, false],
    [OFF, false, true],
    [VARIANT_A, true, true],
    [VARIANT_A, false, false],
    [VARIANT_A, 'a', true],
    [VARIANT_A, 'A', false],
    [VARIANT_A, 'b', false],
    [ON, 'true', false],
    [ON, 1, false],
    [ON, ['a'], false],
    [ON, null, false],
    // A failed flag has no value, not even false.
    [MALFORMED, true, false],
    [MALFORMED, false, false],
  ])('a target %j asked for %j: %s', (target, wanted, enabled) => {
    // The asking flag is stored first: order of definition does not matter.
    expect(evaluate(flag(2, asksFor(1, wanted)), flag(1, target)).of(2).enabled).toBe(enabled);
  });

  it.each([{ active: false }, { deleted: true }])(
    'a target that is %j counts as false',
    (changes) => {
      const { of, errorsWhileComputing } = evaluate(
        flag(1, ON, changes),
        flag(2, asksFor(1, false)),
        flag(3, asksFor(1, true)),
      );
      expect([of(2).enabled, of(3).enabled, errorsWhileComputing]).toEqual([true, false, false]);
    },
  );

  it('never match with another operator or without a flag id', () => {
    const { of } = evaluate(
      flag(1, ON),
      flag(2, asksFor(1, true, 'exact')),
      flag(3, asksFor('flag-1', true)),
    );
    expect(of(2)).toMatchObject({ enabled: false, reason: { code: 'no_condition_match' } });
    expect(of(3)).toMatchObject({ enabled: false, reason: { code: 'no_condition_match' } });
  });

  it('that do not exist switch off every flag above them, without errors', () => {
    const { of, errorsWhileComputing } = evaluate(
      flag(3, asksFor(2, false)),
      flag(2, asksFor(99, false)),
      flag(1, ON),
    );
    expect(of(2)).toMatchObject(missing);
    expect(of(3)).toMatchObject(missing);
    expect(of(1).enabled).toBe(true);
    expect(errorsWhileComputing).toBe(false);
  });

  it('in a cycle switch off the cycle and what is above it, with errors', () => {
    const { of, errorsWhileComputing } = evaluate(
      flag(1, asksFor(2, false)),
      flag(2, asksFor(3, false)),
      flag(3, asksFor(1, false)),
      flag(4, asksFor(2, false)),
      flag(5, asksFor(5, true)),
      flag(6, ON),
    );
    for (const id of [1, 2, 3, 4, 5]) expect(of(id)).toMatchObject(missing);
    expect(of(6).enabled).toBe(true);
    expect(errorsWhileComputing).toBe(true);
  });

  it('may form a chain longer than the call stack', () => {
    const length = 20_000;
    const chain = Array.from({ length }, (_, index) =>
      flag(index + 1, index + 1 === length ? ON : asksFor(index + 2, true)),
    );
    expect(evaluate(...chain).of(1).enabled).toBe(true);
  });
});
