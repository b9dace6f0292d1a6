import { compileFlags } from '../compile/compile-flags';
import { aContext, aFlag } from '../test-support/factories';
import { evaluateFlags } from './evaluate-flags';

it('a chain of flags may be longer than the call stack', () => {
  const length = 20_000;
  const chain = Array.from({ length }, (_, index) => {
    const target = { key: String(index + 2), type: 'flag', value: true };
    const filter = { ...target, operator: 'flag_evaluates_to' };
    const properties = index + 1 === length ? [] : [filter];
    return aFlag({
      id: index + 1,
      key: `flag-${index + 1}`,
      filters: { groups: [{ properties }] },
    });
  });
  const { results } = evaluateFlags(compileFlags(chain), aContext());
  expect(results.get('flag-1')?.enabled).toBe(true);
});
