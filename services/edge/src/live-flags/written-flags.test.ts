import type { Evaluation, FlagResult } from '@tidemark/flag-engine';
import { shapeEvaluation } from '@tidemark/flag-engine';
import { createFlagWriter } from './written-flags';

const flag = (key: string, more: Partial<FlagResult> = {}): FlagResult => ({
  key,
  id: key.codePointAt(0) ?? 0,
  version: 1,
  has_experiment: false,
  enabled: true,
  variant: null,
  reason: { code: 'condition_match', condition_index: 0, description: '' },
  payload: null,
  ...more,
});
const failed = (code: 'database_unavailable' | 'data_parsing_error') =>
  flag('failed', {
    enabled: false,
    failed: true,
    reason: { code, condition_index: null, description: '' },
  });
const evaluation = (...results: FlagResult[]): Evaluation => ({
  results: new Map(results.map((result) => [result.key, result])),
  errorsWhileComputing: results.some((result) => result.failed === true),
});
/** Each evaluation is one of other flags. */
const personSignature = (of: Evaluation) => createFlagWriter()(of, {}).signature;
const base = personSignature(evaluation(flag('a'), flag('b')));

it('is that of the flags that are on, with variants and payloads', () => {
  expect(base).toMatch(/^[0-9a-f]{16}$/);
  for (const other of [
    evaluation(flag('a')),
    evaluation(flag('a'), flag('b', { enabled: false })),
    evaluation(flag('a'), flag('b', { variant: 'test' })),
    evaluation(flag('a'), flag('b', { payload: '1' })),
    evaluation(flag('a'), flag('b'), flag('c')),
  ]) {
    expect(personSignature(other)).not.toBe(base);
  }
});

it('leaves out differences that a page cannot see', () => {
  for (const same of [
    evaluation(flag('b'), flag('a')),
    evaluation(flag('a', { version: 7 }), flag('b')),
    evaluation(flag('a'), flag('b'), flag('off', { enabled: false })),
    evaluation(flag('a'), flag('b'), failed('data_parsing_error')),
  ]) {
    expect(personSignature(same)).toBe(base);
  }
});

it('is not known while a store is unavailable', () => {
  expect(personSignature(evaluation(flag('a'), failed('database_unavailable')))).toBeNull();
  expect(personSignature({ results: new Map(), errorsWhileComputing: true })).toBeNull();
  expect(personSignature({ results: new Map(), errorsWhileComputing: false })).not.toBeNull();
});

it('writes the flags as /flags?v=2 does, also what it has written before', () => {
  const write = createFlagWriter();
  const project = {};
  const on = evaluation(
    flag('a', { payload: '{"ü":1}' }),
    flag('__proto__', { id: 2 }),
    failed('data_parsing_error'),
  );
  const off = evaluation(
    flag('a', { enabled: false, variant: null }),
    flag('__proto__', { id: 2, variant: 'x' }),
  );
  for (const one of [on, off, on]) {
    const { flags } = shapeEvaluation('flags', 2, one) as { flags: object };
    expect(write(one, project).json()).toBe(JSON.stringify(flags));
  }
  // Other flags of the project may have other payloads for the same outcome.
  expect(write(evaluation(flag('a', { payload: 'new' })), {}).json()).toContain('"payload":"new"');
});
