import type { EvaluationContext, FlagSelection } from '@tidemark/flag-engine';
import { ALL_FLAGS, evaluateFlags, shapeEvaluation } from '@tidemark/flag-engine';
import type { FeatureFlag } from '@tidemark/postgres';
import type { ProjectFlags } from '../projects/flag-directory';
import { projectFlags, storedFlag } from '../test-support/project-flags';
import { createFlagEditions } from './flag-editions';
import type { KnownFlags, WrittenFlags } from './known-flags';
import { flagsToEvaluate, writeFlags } from './known-flags';

const flag = (id: number, key: string, more: Partial<FeatureFlag> = {}) =>
  storedFlag({ id, key, ...more });
const where = (key: string, value: string, more: object = {}) => ({
  groups: [{ properties: [{ key, type: 'person', operator: 'exact', value }] }],
  ...more,
});
const off = { filters: { groups: [] } };
const context = (more: Partial<EvaluationContext> = {}): EvaluationContext => ({
  distinctId: 'u1',
  deviceId: null,
  anonDistinctId: null,
  groups: {},
  personPropertyOverrides: {},
  geoipProperties: {},
  groupPropertyOverrides: {},
  groupTypes: {},
  personProperties: {},
  groupProperties: {},
  hashKeyOverrides: {},
  memberOf: new Set(),
  now: new Date('2026-03-31T12:00:00Z'),
  timezone: 'UTC',
  ...more,
});

/** Writes flags one after the other, as for one project. */
function writer() {
  const editionOf = createFlagEditions();
  return (
    stored: readonly FeatureFlag[],
    { facts = context(), older = null as KnownFlags | null, selection = ALL_FLAGS } = {},
  ): WrittenFlags & { evaluated: readonly string[]; flags: ProjectFlags } => {
    const flags = projectFlags(stored);
    const edition = editionOf(1, flags);
    const compiled = older ? flagsToEvaluate(flags.compiled, edition, older) : flags.compiled;
    const evaluation = evaluateFlags(compiled, facts, selection);
    const written = writeFlags({
      evaluation,
      compiled: flags.compiled,
      edition,
      facts,
      older,
      hasHashKeys: false,
    });
    return { ...written, evaluated: [...evaluation.results.keys()], flags };
  };
}
const signature = (...stored: FeatureFlag[]) => writer()(stored).signature;

describe('the signature', () => {
  const base = signature(flag(1, 'a'), flag(2, 'b'));

  it('is that of the flags that are on, with variants and payloads', () => {
    const variants = { multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] } };
    const groups = [{ properties: [] }];
    expect(base).toMatch(/^[0-9a-f]{16}$/);
    for (const other of [
      signature(flag(1, 'a')),
      signature(flag(1, 'a'), flag(2, 'b', off)),
      signature(flag(1, 'a'), flag(2, 'b', { filters: { groups, ...variants } })),
      signature(flag(1, 'a'), flag(2, 'b', { filters: { groups, payloads: { true: '1' } } })),
      signature(flag(1, 'a'), flag(2, 'b'), flag(3, 'c')),
    ]) {
      expect(other).not.toBe(base);
    }
  });

  it('leaves out differences that a page cannot see', () => {
    for (const same of [
      signature(flag(2, 'b'), flag(1, 'a')),
      signature(flag(1, 'a', { version: 7 }), flag(2, 'b')),
      signature(flag(1, 'a'), flag(2, 'b'), flag(3, 'off', off)),
      signature(flag(1, 'a'), flag(2, 'b'), flag(3, 'broken', { filters: { groups: 'none' } })),
    ]) {
      expect(same).toBe(base);
    }
  });

  it('is null while a store is unavailable', () => {
    const stored = [flag(1, 'a'), flag(2, 'b', { filters: where('plan', 'pro') })];
    const facts = context({ personProperties: null });
    expect(writer()(stored, { facts }).signature).toBeNull();
    expect(signature()).not.toBeNull();
  });
});

it('writes the flags as /flags?v=2 does', () => {
  const write = writer();
  const stored = [
    flag(1, 'a', { filters: { groups: [{ properties: [] }], payloads: { true: '{"ü":1}' } } }),
    flag(2, '__proto__'),
    flag(3, 'broken', { filters: { groups: 1 } }),
  ];
  const written = write(stored);
  const evaluation = evaluateFlags(written.flags.compiled, context());
  const { flags } = shapeEvaluation('flags', 2, evaluation) as { flags: object };
  expect(JSON.parse(`{${written.all()}}`)).toEqual(JSON.parse(JSON.stringify(flags)));
  // Other flags of the project may have other payloads for the same outcome.
  const payloads = { groups: [{ properties: [] }], payloads: { true: 'new' } };
  const again = write([flag(1, 'a', { filters: payloads, version: 2 })]);
  expect(again.all()).toContain('"payload":"new"');
});

describe('changes', () => {
  const parsed = (written: WrittenFlags, older: KnownFlags) => {
    const { flags, removed } = written.changesSince(older);
    return [Object.keys(JSON.parse(`{${flags}}`) as object), removed];
  };

  it('contain new, changed and removed flags, and only these are evaluated', () => {
    const write = writer();
    const all = [1, 2, 3, 4].map((id) => flag(id, `f${id}`));
    const first = write(all);
    const [one, two, three, four] = all as [FeatureFlag, FeatureFlag, FeatureFlag, FeatureFlag];
    const next = write([one, { ...two, version: 2 }, { ...three, active: false }, flag(5, 'f5')], {
      older: first.known,
    });
    expect(next.evaluated).toEqual(['f2', 'f5']);
    expect(parsed(next, first.known)).toEqual([
      ['f2', 'f5'],
      ['f3', 'f4'],
    ]);
    // A new flag with the key of a removed flag.
    const renamed = write([one, { ...four, id: 9, key: 'f2' }], { older: next.known });
    expect(parsed(renamed, next.known)).toEqual([['f2'], ['f5']]);
    expect(parsed(renamed, first.known)).toEqual([['f2'], ['f3', 'f4']]);
  });

  it('contain unchanged flags with another outcome', () => {
    const write = writer();
    const stored = [flag(1, 'a'), flag(2, 'plan', { filters: where('plan', 'pro') })];
    const first = write(stored);
    const facts = context({ personProperties: { plan: 'pro' } });
    const next = write(stored, { facts, older: first.known });
    expect([next.evaluated, parsed(next, first.known)]).toEqual([['plan'], [['plan'], []]]);
    expect(next.signature).toBe(write(stored, { facts }).signature);
  });

  it('contain a flag with more outcomes than are kept', () => {
    const write = writer();
    const groups = Array.from({ length: 200 }, (_, plan) => where('plan', `${plan}`).groups[0]);
    const stored = [flag(1, 'many', { filters: { groups } })];
    let known: KnownFlags | null = null;
    for (let plan = 0; plan < 200; plan++) {
      const facts = context({ personPropertyOverrides: { plan: `${plan}` } });
      const written = write(stored, { facts });
      expect(written.all()).toContain(`Matched condition set ${plan + 1}"`);
      known = written.known;
    }
    const facts = context({ personPropertyOverrides: { plan: '199' } });
    const again = write(stored, { facts, older: known });
    expect([again.evaluated, parsed(again, known!)]).toEqual([['many'], [['many'], []]]);
  });

  it('leave out flags that the reader may not see', () => {
    const write = writer();
    const selection: FlagSelection = { ...ALL_FLAGS, runtime: 'client' };
    const stored = [flag(1, 'a'), flag(2, 'server', { evaluationRuntime: 'server' })];
    const first = write(stored, { selection });
    const next = write(
      stored.map((one) => ({ ...one, version: 2 })),
      { selection, older: first.known },
    );
    expect(parsed(next, first.known)).toEqual([['a'], []]);
  });
});
