import type { Ask, EvaluationCase, ExpectedFlag, OperatorCase } from './format';
import { operatorResults, operatorFlag, operatorName } from './operator-flag';
import { suitesOf } from './read-suites';
import { startLocalSdk, type LocalResult } from './sdk-client';

/* Runs the published suite with the local evaluation of posthog-node. A flag that it leaves to the server is not
   compared. A value that it returns must be as in the case, unless the case lists a difference. */

beforeAll(() => {
  // The SDK logs a warning for every flag that it leaves to the server, which many cases require.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe.each(suitesOf('operators'))('%s', (_, { cases }) => {
  // Cases with a time zone are left out, because definitions do not contain the project's time zone.
  const returned = cases.filter(({ timezone }) => timezone === undefined);

  it.each(returned.map((one) => [operatorName(one), one] as const))('%s', async (_name, one) => {
    const wrong = await withClock(one.now, () => wrongResults(one));
    const differing = one.differences?.['posthog-node'] !== undefined;
    expect(wrong).toEqual(differing ? [...one.matches, ...one.misses] : []);
  });
});

describe.each(suitesOf('evaluation'))('%s', (_, { cases }) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const found = await differencesOf(one);
    if (one.differences?.['posthog-node'] === undefined) expect(found).toEqual([]);
    else expect(found).not.toEqual([]);
  });
});

/** The values of the property for which the SDK returns a wrong result. */
async function wrongResults(one: OperatorCase): Promise<unknown[]> {
  const sdk = await startLocalSdk({ flags: [operatorFlag(one, 1)] });
  const wrong: unknown[] = [];
  for (const { properties, expected } of operatorResults(one)) {
    const request = { distinct_id: 'u1', person_properties: { ...properties } } as Ask['request'];
    const response = (await sdk.ask({ request })).values['operator-1'];
    if (response !== undefined && response !== expected) wrong.push(properties.p);
  }
  await sdk.stop();
  return wrong;
}

/** The flags for which the SDK returns another value than the case expects. */
async function differencesOf({ given, asks }: EvaluationCase): Promise<string[]> {
  const sdk = await startLocalSdk(given);
  const found: string[] = [];
  for (const ask of asks) {
    const response = await sdk.ask(ask);
    for (const [key, expected] of Object.entries(ask.flags)) {
      if (response.values[key] !== undefined && !agrees(response, key, expected)) found.push(key);
    }
  }
  await sdk.stop();
  return found;
}

function agrees({ values, payloads }: LocalResult, key: string, expected: ExpectedFlag): boolean {
  if (values[key] !== expected.value || expected.failed === true) return false;
  if (expected.payload === undefined) return true;
  return JSON.stringify(payloads[key] ?? null) === JSON.stringify(decoded(expected.payload));
}

/** The SDK returns payloads in parsed form. */
function decoded(payload: unknown): unknown {
  return typeof payload === 'string' ? (JSON.parse(payload) as unknown) : payload;
}

const TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
  ...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Only the date is fixed; timers still run. */
async function withClock<T>(now: string | undefined, run: () => Promise<T>): Promise<T> {
  if (now === undefined) return run();
  jest.useFakeTimers({ now: new Date(now), doNotFake: TIMERS });
  try {
    return await run();
  } finally {
    jest.useRealTimers();
  }
}
