import {
  compileFlags,
  cutIdentifier,
  evaluateFlags,
  hash01,
  shapeEvaluation,
  toFlagsV2,
} from '@tidemark/flag-engine';
import { expectResponse } from './response';
import type { Given, OperatorCase } from './format';
import { contextOf, NOON, selectionOf, storedCohorts, storedFlags } from './given-context';
import { operatorResults, operatorFlag, operatorName } from './operator-flag';
import { suitesOf } from './read-suites';

/* Runs the published suite with only the flag engine. */

describe.each(suitesOf('hashing'))('%s', (_, { cases }) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const { prefix, identifier, salt, hash } = one;
    expect(hash01(`${prefix}${cutIdentifier(identifier)}${salt}`)).toBe(hash);
  });
});

describe.each(suitesOf('operators'))('%s', (_, { cases }) => {
  it.each(cases.map((one) => [operatorName(one), one] as const))('%s', (_name, one) => {
    for (const response of operatorResults(one)) {
      expect({ ...response, actual: resultOf(one, response.properties) }).toEqual({
        ...response,
        actual: response.expected,
      });
    }
  });
});

describe.each(suitesOf('evaluation'))('%s', (_, { cases }) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, { given, asks }) => {
    for (const ask of asks) {
      const evaluation = evaluateFlags(compiled(given), contextOf(given, ask), selectionOf(ask));
      expectResponse(JSON.parse(JSON.stringify(toFlagsV2(evaluation))), ask);
    }
  });
});

describe.each(suitesOf('wire'))('%s', (_, { given, request, cases }) => {
  const posts = cases.filter(({ method }) => method === 'POST');
  it.each(posts.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const ask = { request, flags: {} };
    const evaluation = evaluateFlags(compiled(given), contextOf(given, ask), selectionOf(ask));
    const shape = shapeEvaluation(one.flags_endpoint, one.version, evaluation);
    const flagPart = Object.entries(one.body).filter(([key]) => key in shape);
    expect(JSON.parse(JSON.stringify(shape))).toMatchObject(Object.fromEntries(flagPart));
    expect(one.keys).toEqual(expect.arrayContaining(Object.keys(shape)));
    for (const place of one.lacks) expect(shape).not.toHaveProperty(place);
  });
});

function compiled(given: Given): ReturnType<typeof compileFlags> {
  return compileFlags(storedFlags(given), storedCohorts(given));
}

function resultOf(one: OperatorCase, properties: object): boolean | undefined {
  const given = { flags: [operatorFlag(one, 1)] };
  const ask = { request: { distinct_id: 'u1', person_properties: properties }, flags: {} };
  const clock = { now: new Date(one.now ?? NOON), timezone: one.timezone ?? 'UTC' };
  const context = { ...contextOf(given, ask), ...clock };
  return evaluateFlags(compiled(given), context).results.get('operator-1')?.enabled;
}
