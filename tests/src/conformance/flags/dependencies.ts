import type { ConformanceCase } from '../test-support/case';
import { EVERYONE, NOBODY, asks, change, details, flag, only, values, where } from './flag-steps';

const needs = (key: string, value: unknown): object => ({
  key: `{{${key}}}`,
  type: 'flag',
  operator: 'flag_evaluates_to',
  value,
});
const EXPERIMENT = {
  ...EVERYONE,
  multivariate: {
    variants: [
      { key: 'control', rollout_percentage: 0 },
      { key: 'test', rollout_percentage: 100 },
    ],
  },
};

/** Flags that depend on other flags (`docs/wire/flags-evaluation.md#dependencies`). */
export const dependencies: readonly ConformanceCase[] = [
  {
    name: 'a flag that depends on another flag',
    steps: [
      flag('base', only(where('plan', 'exact', 'pro'))),
      flag('dependent', only(needs('base', true))),
      values({ base: true, dependent: true }, { person_properties: { plan: 'pro' } }),
      values({ base: false, dependent: false }),
    ],
  },
  {
    name: 'a response for one flag also contains the flags it depends on',
    steps: [
      flag('base', only(where('plan', 'exact', 'pro'))),
      flag('dependent', only(needs('base', true))),
      flag('other'),
      asks(
        '/flags/?v=2',
        { flag_keys: ['dependent'], person_properties: { plan: 'pro' } },
        { flags: { dependent: { enabled: true }, base: { enabled: true } } },
        { lacks: ['flags.other'] },
      ),
    ],
  },
  {
    name: 'true matches any value except false, false only false, a text exactly that variant',
    steps: [
      flag('off', NOBODY),
      flag('exp', EXPERIMENT),
      flag('a', only(needs('exp', true))),
      flag('b', only(needs('exp', false))),
      flag('c', only(needs('exp', 'test'))),
      flag('d', only(needs('exp', 'control'))),
      flag('e', only(needs('off', false))),
      flag('f', only(needs('off', true))),
      flag('g', only(needs('exp', 1))),
      values({ a: true, b: false, c: true, d: false, e: true, f: false, g: false }),
    ],
  },
  {
    name: 'a flag that is inactive or not for this client counts as false',
    steps: [
      flag('inactive', EVERYONE, { active: false }),
      flag('server', EVERYONE, { evaluation_runtime: 'server' }),
      flag('app', EVERYONE, { evaluation_contexts: ['app'] }),
      flag('a', only(needs('inactive', false))),
      flag('b', only(needs('server', false))),
      flag('c', only(needs('app', false))),
      asks(
        '/decide?v=3',
        { evaluation_runtime: 'client', evaluation_contexts: ['web'] },
        { featureFlags: { a: true, b: true, c: true } },
        { lacks: ['featureFlags.inactive', 'featureFlags.server', 'featureFlags.app'] },
      ),
    ],
  },
  {
    name: 'chains of dependencies are evaluated from their end',
    steps: [
      flag('z-end', only(where('plan', 'exact', 'pro'))),
      flag('m-middle', only(needs('z-end', true))),
      flag('a-start', only(needs('m-middle', true))),
      details(
        { 'a-start': { enabled: true, reason: { code: 'condition_match', condition_index: 0 } } },
        { person_properties: { plan: 'pro' } },
      ),
      change('z-end', { filters: NOBODY }),
      {
        ...details({ 'a-start': { enabled: false, reason: { code: 'no_condition_match' } } }),
        withinMs: 1_000,
      },
    ],
  },
];
