import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@tidemark/testing';
import fc from 'fast-check';
import { z } from 'zod';
import { createEdgeProject } from '../flag-suite/edge-project';
import type { Given, GivenFlag } from '../flag-suite/format';
import { randomProject, randomRequest } from '../flag-suite/random-flags';
import { createApiClient } from '../test-support/api-client';
import type { SharedProduct } from '../test-support/shared-product';
import { sharedProduct } from '../test-support/shared-product';
import type { Language } from './languages';
import { LANGUAGES, missingTool } from './languages';

/** Tests PostHog's SDKs for other languages, unmodified. `SDK_FLAGS=200 SDK_USERS=500` runs the large comparison. */
const FLAGS = Number(process.env['SDK_FLAGS'] ?? 60);
const USERS = Number(process.env['SDK_USERS'] ?? 30);
const PROGRAM_MS = 20 * 60_000;

const run = promisify(execFile);
const flags = z.record(z.string(), z.union([z.boolean(), z.string()]));
const resultSchema = z.object({
  remote: z.array(flags),
  local: z.array(flags),
  payload: z.unknown(),
});
type Result = z.output<typeof resultSchema>;

interface FlagDetail {
  readonly enabled: boolean;
  readonly variant: string | null;
}

let product: SharedProduct;
let folder: string;

beforeAll(async () => {
  product = await sharedProduct();
  folder = await mkdtemp(join(tmpdir(), 'tidemark-sdks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(LANGUAGES)("PostHog's SDK for $name, unmodified", (language) => {
  it(
    'sends events, and evaluates flags like every other client',
    async () => {
      const missing = missingTool(language);
      if (missing !== null) {
        process.stderr.write(`SKIPPED, no SDK for ${language.name}: ${missing} is missing\n`);
        return;
      }
      await checkLanguage(language);
    },
    PROGRAM_MS,
  );
});

async function checkLanguage(language: Language): Promise<void> {
  const command = await language.build();
  const api = createApiClient(product.url, product.personalApiKey);
  const [random] = fc.sample(randomProject(FLAGS), { numRuns: 1, seed: 7 });
  const requests = fc.sample(randomRequest, { numRuns: USERS, seed: 8 });
  if (random === undefined) throw new Error('no random project');
  const given = inWholePercents({
    ...random.given,
    flags: random.given.flags.filter(({ key }) => random.tame.has(key)),
  });
  const withPayload = { id: FLAGS + 1, key: 'with-payload', filters: PAYLOAD_FILTERS };
  const project = await createEdgeProject(product.url, api, {
    ...given,
    flags: [...given.flags, withPayload],
  });
  const users = requests.map(({ distinct_id, person_properties, groups, group_properties }) => ({
    ...{ distinct_id: String(distinct_id), person_properties, groups, group_properties },
  }));
  const plan = {
    host: product.url,
    token: project.token,
    personal_api_key: product.personalApiKey,
    prefix: language.name,
    flag_keys: [...given.flags.map(({ key }) => key), 'with-payload'],
    users,
    payload_flag: 'with-payload',
  };
  const expected = await Promise.all(
    users.map(async (user) => {
      const details = (await project.ask(user)).flags as Record<string, FlagDetail>;
      const values = Object.entries(details).map(
        ([key, { enabled, variant }]) => [key, variant ?? enabled] as const,
      );
      return Object.fromEntries(values.filter(([key]) => random.tame.has(key)));
    }),
  );

  const result = await runProgram(command, plan);
  const tame = (all: Result['remote']) =>
    all.map((values) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => random.tame.has(key))),
    );
  expect(tame(result.remote)).toEqual(expected);
  const decidable = new Set(
    given.flags.filter((flag) => !language.isSimple || isSimple(flag)).map(({ key }) => key),
  );
  expectSameWhereDecided(
    result.local.map((values) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => decidable.has(key))),
    ),
    expected,
  );
  expect(plain(result.payload)).toEqual({ a: 1 });
  await expectEvents(api, project.id, language.name);
}

/**
 * Whether all SDKs evaluate a flag like the product: it has no holdouts, no early exit, no conditions on cohorts,
 * groups or other flags, no empty lists of values, and no shares of 0 %.
 */
function isSimple({ filters }: GivenFlag): boolean {
  const text = JSON.stringify(filters);
  return !/"holdout":\{|"early_exit":true|"type":"(flag|cohort|group)"|"value":\[\]|_percentage":0[,}]/.test(
    text,
  );
}

/** The SDK for Go cannot read percentages with fractions. */
function inWholePercents(given: Given): Given {
  const text = JSON.stringify(given, (key, value: unknown) => {
    if (key !== 'rollout_percentage' || typeof value !== 'number') return value;
    // 33.33, 33.33 and 33.34 become 33, 33 and 34, which add up to 100.
    return value === 33.34 ? 34 : Math.round(value);
  });
  return JSON.parse(text) as Given;
}

const PAYLOAD_FILTERS = { groups: [{ rollout_percentage: 100 }], payloads: { true: '{"a":1}' } };

async function runProgram(
  [command, ...args]: readonly [string, ...string[]],
  plan: object,
): Promise<Result> {
  const path = join(folder, 'plan.json');
  await writeFile(path, JSON.stringify(plan));
  const options = { timeout: PROGRAM_MS, maxBuffer: 256 * 1024 ** 2 };
  const { stdout } = await run(command, [...args, path], options);
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return resultSchema.parse(JSON.parse(last));
}

/** An SDK may leave flags to the server, but the values that it evaluates must equal the product's. */
function expectSameWhereDecided(local: Result['local'], expected: Result['local']): void {
  let decided = 0;
  local.forEach((values, user) => {
    decided += Object.keys(values).length;
    const same = Object.fromEntries(
      Object.keys(values).map((key) => [key, expected[user]?.[key]] as const),
    );
    expect({ user, values }).toEqual({ user, values: same });
  });
  expect(decided).toBeGreaterThan((FLAGS * USERS) / 40);
}

/** Some SDKs return a payload as text, others as a parsed value. */
const plain = (payload: unknown): unknown =>
  typeof payload === 'string' ? (JSON.parse(payload) as unknown) : payload;

async function expectEvents(
  api: ReturnType<typeof createApiClient>,
  project: number,
  name: string,
): Promise<void> {
  const ask = (sql: string) => api.hogql(project, sql);
  await waitUntil(async () => {
    expect(
      await ask(
        `select count(), count(distinct toInt(properties.n)), max(toInt(properties.n))
        from events where event = 'sdk batch' and distinct_id = '${name}-ann'`,
      ),
    ).toEqual([[100, 100, 99]]);
  });
  const fields = ['text', 'number', 'yes', 'list', 'nested'].map((key) => `properties.${key}`);
  expect(
    await ask(
      `select ${fields.join(', ')}, $group_0, toString(toTimeZone(timestamp, 'UTC'))
      from events where event = 'sdk event'`,
    ),
  ).toEqual([
    [
      ...['Grüße 👋', 1.5, true, '[1,"two"]', '{"a":1}'],
      // SDKs send `sent_at`, so the time that the request took is added to the timestamp.
      ...[`${name}-acme`, expect.stringMatching(/^2026-01-02 03:0[45]:/)],
    ],
  ]);
  // The anonymous and the identified distinct id belong to the same person.
  expect(
    await ask(
      `select count(distinct person_id) from events where distinct_id in ('${name}-ann', '${name}-anonymous')`,
    ),
  ).toEqual([[1]]);
  expect(
    await ask(
      `select properties.plan, properties.first, properties.email from persons
      where id in (select person_id from events where distinct_id = '${name}-ann')`,
    ),
  ).toEqual([['pro', 'one', 'ann@example.com']]);
  expect(
    await ask(`select toInt(properties.size) from groups where index = 0 and key = '${name}-acme'`),
  ).toEqual([[42]]);
}
