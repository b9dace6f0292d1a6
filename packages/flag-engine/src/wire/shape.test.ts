import { compileFlags } from '../compile/compile-flags';
import { evaluateFlags } from '../evaluate/evaluate-flags';
import { aContext, aFlag } from '../test-support/factories';
import { shapeEvaluation } from './shape';

const exp = {
  groups: [{}],
  multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
  payloads: { test: '{"a":1}' },
};
const evaluation = evaluateFlags(
  compileFlags([
    aFlag({ id: 1, key: 'beta' }),
    aFlag({ id: 7, key: 'exp', version: 4, has_experiment: true, filters: exp }),
    aFlag({ id: 3, key: 'old', filters: { groups: [{ rollout_percentage: 0 }] } }),
    aFlag({ id: 9, key: 'broken', version: null, filters: null }),
    aFlag({ id: 10, key: '__proto__' }),
  ]),
  aContext(),
);

/** The response that the client receives. */
const wire = (endpoint: 'decide' | 'flags', version: number): unknown =>
  JSON.parse(JSON.stringify(shapeEvaluation(endpoint, version, evaluation)));

describe('decide', () => {
  it.each([1, 0, -1, NaN])('v%d lists the keys that are on', (version) => {
    expect(wire('decide', version)).toEqual({ featureFlags: ['beta', 'exp', '__proto__'] });
  });

  it('v2 maps the flags that are on to their values', () => {
    expect(wire('decide', 2)).toEqual(
      JSON.parse('{"featureFlags":{"beta":true,"exp":"test","__proto__":true}}'),
    );
  });

  it('v3 maps all flags, with the payloads there are', () => {
    expect(wire('decide', 3)).toEqual(
      JSON.parse(
        '{"featureFlags":{"broken":false,"beta":true,"exp":"test","old":false,"__proto__":true},' +
          '"featureFlagPayloads":{"exp":"{\\"a\\":1}"},"errorsWhileComputingFlags":true}',
      ),
    );
  });

  it.each([4, 5])('v%d is the detailed shape', (version) => {
    expect(wire('decide', version)).toEqual(wire('flags', 2));
  });
});

describe('flags', () => {
  it('v1 is the shape of decide v3', () => {
    expect(wire('flags', 1)).toEqual(wire('decide', 3));
  });

  it.each([2, 4])('v%d has every flag in detail', (version) => {
    const body = wire('flags', version) as { flags: Record<string, unknown> };
    expect(Object.keys(body).sort()).toEqual(['errorsWhileComputingFlags', 'flags']);
    expect(Object.keys(body.flags).sort()).toEqual(['__proto__', 'beta', 'broken', 'exp', 'old']);
    expect(body.flags.exp).toEqual({
      key: 'exp',
      enabled: true,
      variant: 'test',
      reason: {
        code: 'condition_match',
        condition_index: 0,
        description: 'Matched condition set 1',
      },
      metadata: { id: 7, version: 4, description: null, payload: '{"a":1}', has_experiment: true },
    });
    expect(body.flags.old).toEqual({
      key: 'old',
      enabled: false,
      variant: null,
      reason: {
        code: 'out_of_rollout_bound',
        condition_index: 0,
        description: 'Out of rollout bound',
      },
      metadata: { id: 3, version: 1, description: null, payload: null, has_experiment: false },
    });
    expect(body.flags.broken).toEqual({
      key: 'broken',
      enabled: false,
      variant: null,
      failed: true,
      reason: {
        code: 'data_parsing_error',
        condition_index: null,
        description: 'Stored flag definition is malformed',
      },
      metadata: { id: 9, version: 0, description: null, payload: null, has_experiment: false },
    });
  });

  it('v3 adds one typed value to each, null when it failed', () => {
    const body = wire('flags', 3) as { flags: Record<string, unknown> };
    expect(Object.keys(body).sort()).toEqual(['errorsWhileComputingFlags', 'flags']);
    expect(body.flags.exp).toEqual({
      key: 'exp',
      value: 'test',
      enabled: true,
      variant: 'test',
      reason: {
        code: 'condition_match',
        condition_index: 0,
        description: 'Matched condition set 1',
      },
      metadata: {
        id: 7,
        version: 4,
        config_version: 1,
        description: null,
        payload: '{"a":1}',
        has_experiment: true,
        variant_key: 'test',
      },
    });
    expect(body.flags).toMatchObject({
      beta: { value: true, metadata: { config_version: 1 } },
      old: { value: false },
      broken: { value: null, failed: true },
    });
    expect(body.flags.beta).not.toHaveProperty('metadata.variant_key');
  });
});
