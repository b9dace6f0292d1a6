import { compileFlags } from '../compile/compile-flags';
import { evaluateFlags } from '../evaluate/evaluate-flags';
import { aContext, aFlag } from '../test-support/factories';
import { ALL_FLAGS, type FlagSelection } from './selection';

const asksFor = (id: number, value: boolean) => ({
  groups: [
    { properties: [{ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value }] },
  ],
});

const flags = compileFlags([
  aFlag({ id: 1, key: 'top', filters: asksFor(2, true) }),
  aFlag({ id: 2, key: 'middle', filters: asksFor(3, true) }),
  aFlag({ id: 3, key: 'base' }),
  aFlag({ id: 4, key: 'client', evaluation_runtime: 'client', evaluation_contexts: ['web'] }),
  aFlag({
    id: 5,
    key: 'server',
    evaluation_runtime: 'server',
    evaluation_contexts: ['ios', 'api'],
  }),
  aFlag({ id: 6, key: 'everywhere', evaluation_runtime: 'all' }),
  aFlag({ id: 7, key: 'without-client', filters: asksFor(4, false) }),
  aFlag({ id: 8, key: 'survey-targeting-abc' }),
  aFlag({ id: 9, key: 'broken', filters: null }),
]);

function evaluate(selection: Partial<FlagSelection>) {
  const { results, errorsWhileComputing } = evaluateFlags(flags, aContext(), {
    ...ALL_FLAGS,
    ...selection,
  });
  return { keys: [...results.keys()].sort(), results, errorsWhileComputing };
}

describe('selection', () => {
  it('of keys brings their dependencies along', () => {
    expect(evaluate({ flagKeys: ['top'] })).toMatchObject({
      keys: ['base', 'middle', 'top'],
      errorsWhileComputing: false,
    });
    expect(evaluate({ flagKeys: ['top'] }).results.get('top')?.enabled).toBe(true);
    expect(evaluate({ flagKeys: [] }).keys).toEqual([]);
    expect(evaluate({ flagKeys: ['unknown', 'base'] }).keys).toEqual(['base']);
  });

  it('of a broken flag reports it', () => {
    expect(evaluate({ flagKeys: ['broken'] })).toMatchObject({
      keys: ['broken'],
      errorsWhileComputing: true,
    });
  });

  it('hides a broken flag from callers outside its audience', () => {
    const bound = compileFlags([
      aFlag({ key: 'broken', filters: null, evaluation_runtime: 'Server' }),
      aFlag({ id: 2, key: 'broken-too', filters: null, evaluation_contexts: ['docs'] }),
    ]);
    const seen = (selection: Partial<FlagSelection>): string[] => [
      ...evaluateFlags(bound, aContext(), { ...ALL_FLAGS, ...selection }).results.keys(),
    ];
    expect(seen({})).toEqual(['broken', 'broken-too']);
    expect(seen({ runtime: 'client' })).toEqual(['broken-too']);
    expect(seen({ contexts: ['web'] })).toEqual(['broken']);
  });

  it.each<[FlagSelection['runtime'], string[]]>([
    ['client', ['client']],
    ['server', ['server']],
    ['all', ['client', 'server']],
    [null, []],
  ])('by runtime %s sees %j of the flags bound to one', (runtime, expected) => {
    const { keys } = evaluate({ runtime });
    expect(keys.filter((key) => ['client', 'server'].includes(key))).toEqual(expected);
    expect(keys).toContain('everywhere');
    expect(keys).toContain('base');
  });

  it('hides a flag, which then counts as false for its dependents', () => {
    const { results } = evaluate({ runtime: 'server' });
    expect(results.has('client')).toBe(false);
    expect(results.get('without-client')?.enabled).toBe(true);
    expect(evaluate({}).results.get('without-client')?.enabled).toBe(false);
  });

  it('by context keeps flags with one in common, and those without contexts', () => {
    const { keys } = evaluate({ contexts: ['web', 'api'] });
    expect(keys).toEqual(expect.arrayContaining(['client', 'server', 'base']));
    expect(evaluate({ contexts: ['web'] }).keys).not.toContain('server');
    expect(evaluate({ contexts: ['moon'] }).keys).not.toContain('client');
    expect(evaluate({ contexts: [] }).keys).toContain('client');
  });

  it('can keep to survey flags', () => {
    expect(evaluate({ onlySurveyFlags: true })).toMatchObject({
      keys: ['survey-targeting-abc'],
      errorsWhileComputing: false,
    });
  });
});
