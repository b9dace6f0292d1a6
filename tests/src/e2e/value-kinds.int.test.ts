import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, findNonText } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import fc from 'fast-check';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

let product: Standalone;
let api: ApiClient;
let database: Database;

beforeAll(async () => {
  const { postgres } = await createIsolatedStores();
  product = await startStandalone({ env: { DATABASE_URL: postgres } });
  api = createApiClient(product.url, product.personalApiKey);
  database = createDatabase(postgres, { poolSize: 1, logger: createLogger('test', 'fatal') });
});
afterAll(async () => {
  await database.close();
  await product.stop();
});

interface Sent {
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

let sent = 0;

/** Sends events with one name, and waits until a query that reads no property counts all of them. */
async function send(event: string, events: readonly Sent[]): Promise<void> {
  const batch = events.map((one) => ({ event, ...one }));
  const response = await fetch(`${product.url}/batch/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: product.projectApiKey, batch }),
  });
  expect(response.status).toBe(200);
  sent += events.length;
  await waitUntil(async () => {
    expect(await api.hogql(1, 'SELECT count() FROM events')).toEqual([[sent]]);
  });
}

async function ask(query: string): Promise<unknown> {
  const result = await api.post('/api/projects/1/query/', {
    query: { kind: 'HogQLQuery', query },
    refresh: 'force_blocking',
  });
  expect(result.status).toBe(200);
  return (result.body as { results: unknown }).results;
}

const track = (tracked: boolean) =>
  database.db
    .updateTable('value_kind_projects')
    .set({ tracked })
    .where('project_id', '=', 1)
    .execute();

/** The kinds of properties in which a name had a value other than text. The project must be tracked. */
const nonText = async (name: string): Promise<unknown[]> => {
  const known = await findNonText(database, 1, [name]);
  expect(known.isTracked).toBe(true);
  return known.nonText.map(({ bag }) => bag).sort();
};

const texts = fc.constantFrom('', 'pro', '5', 'true', '[1]', '2026-01-02', 'ä"\\', ' ');
const others = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 1.5, 1e300, 1e19, true, false, null),
  fc.constantFrom<unknown>([], ['a'], [1, 'b'], {}, { b: 1 }, { b: 'x', c: { d: 2 } }),
);
const NAMES = ['only_text', 'mixed', 'a', 'a.b', 'a.b.c', 'ümlaut', 'sp ace', 'quo"te`', 'late'];
const TEXT_ONLY = new Set(['only_text', 'sp ace']);
const document = fc
  .tuple(...NAMES.map((name) => fc.option(TEXT_ONLY.has(name) ? texts : fc.oneof(texts, others))))
  .map((values) =>
    Object.fromEntries(NAMES.flatMap((name, i) => (values[i] === null ? [] : [[name, values[i]]]))),
  )
  // A JSON column of ClickHouse cannot store both a value and an object under one path.
  .filter((one) => !('a' in one && ('a.b' in one || 'a.b.c' in one)))
  .filter((one) => !('a.b' in one && 'a.b.c' in one));

it('reads only texts if no other values were stored, and returns the same results', async () => {
  const random = fc.sample(fc.tuple(document, document), 120);
  const events = random.map(([properties, $set], i) => ({
    distinct_id: `person ${i % 20}`,
    properties: { ...properties, $set },
  }));
  for (let from = 0; from < events.length; from += 40) {
    await send('random', events.slice(from, from + 40));
  }
  expect(await nonText('only_text')).toEqual([]);
  expect(await nonText('mixed')).toEqual(['event', 'person']);
  const literal = (name: string): string => `'${name.replaceAll('\\', '\\\\')}'`;
  const questions = NAMES.flatMap((name) =>
    ['properties', 'person.properties'].flatMap((bag) => {
      const read = `${bag}[${literal(name)}]`;
      return [
        `SELECT ${read} AS value, count() FROM events GROUP BY value ORDER BY value`,
        `SELECT count() FROM events WHERE ${read} = 'pro' OR ${read} = 'true' OR ${read} IS NULL`,
        `SELECT uuid, ${read}, ${bag} FROM events ORDER BY uuid`,
        `SELECT uuid, toFloat(${read}) FROM events WHERE ${read} != '5' ORDER BY uuid`,
      ];
    }),
  );
  const fast = [];
  for (const question of questions) fast.push(await ask(question));
  await track(false);
  for (const [i, question] of questions.entries()) {
    expect({ question, rows: await ask(question) }).toEqual({ question, rows: fast[i] });
  }
  await track(true);
});

it('returns the first number of a property that had only texts, in the next query', async () => {
  const count = `SELECT properties.first AS value, count() FROM events WHERE event = 'first' GROUP BY value ORDER BY value`;
  const person = `SELECT DISTINCT person.properties.mine AS value FROM events WHERE event = 'first' ORDER BY value`;
  await send('first', [{ distinct_id: 'f', properties: { first: 'x', $set: { mine: 'x' } } }]);
  expect(await ask(count)).toEqual([['x', 1]]);
  expect(await ask(person)).toEqual([['x']]);
  expect(await nonText('first')).toEqual([]);
  await send('first', [{ distinct_id: 'f', properties: { first: 7, $set: { mine: true } } }]);
  expect(await ask(count)).toEqual([
    ['7', 1],
    ['x', 1],
  ]);
  expect(await ask(person)).toEqual([['true'], ['x']]);
});
