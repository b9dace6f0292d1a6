import { waitUntil } from '@tidemark/testing';
import { createProject } from '../conformance/test-support/create-project';
import type { CreatedProject } from '../conformance/test-support/create-project';
import { sendEvents } from '../conformance/test-support/send-events';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import { bombs } from './cases/bombs';
import type { Attack } from './cases/case';
import { encodings } from './cases/encodings';
import { guards } from './cases/guards';
import { oracles } from './cases/oracles';
import { placeholders } from './cases/placeholders';
import { reach } from './cases/reach';
import { secondAttack } from './cases/second-attack';
import { other, own, SECRET, SECRET_NUMBER, seedEvents } from './seed';

/**
 * Attacks on the query API of the running product (`docs/wire/hogql-security.md#leaks` and
 * `docs/wire/hogql-security.md#blocked`). Two projects have rows in the same tables, and the attacker has a key of one
 * of them. Every byte of every response and of the log is searched for data of the other project.
 */
let product: Standalone;
let root: ApiClient;
let project: CreatedProject;
let otherProject: CreatedProject;

/**
 * The limits are small, so that attacks reach them soon; the code that enforces them is the same. The row policies of
 * the engine are off, because they would hide an error in the guard of the compiler. They are tested in
 * `tenant.int.test.ts`.
 */
const SETTINGS = {
  QUERY_MAX_EXECUTION_SECONDS: '3',
  QUERY_MAX_MEMORY_BYTES: '300000000',
  CLICKHOUSE_ROW_POLICIES: 'off',
};

/** Much longer than the limits: an attack that is still running after this time was not stopped. */
const GIVE_UP_MS = 45_000;

const LEAKS = [SECRET, String(SECRET_NUMBER), 'no-such-charset', 'Mars/Base'];

/** The time to start the product and store six events on a busy machine. */
const START_MS = 180_000;

beforeAll(async () => {
  product = await startStandalone({ env: SETTINGS });
  root = createApiClient(product.url, product.personalApiKey);
  project = await createProject(root, { name: 'own' });
  otherProject = await createProject(root, { name: SECRET });
  const now = new Date();
  await sendEvents(product.url, root, project, seedEvents(own, now));
  await sendEvents(product.url, root, otherProject, seedEvents(other, now));
  await root.post(`/api/projects/${otherProject.id}/actions/`, { name: `${SECRET}-action` });
  const flag = { key: `${SECRET}-flag`, filters: { groups: [{ rollout_percentage: 100 }] } };
  await root.post(`/api/projects/${otherProject.id}/feature_flags/`, flag);
  await waitUntil(async () => {
    expect(await root.hogql(project.id, 'select count() from persons')).toEqual([[1]]);
    expect(await root.hogql(otherProject.id, 'select count() from groups')).toEqual([[1]]);
  });
  before = await contents();
}, START_MS);
afterAll(async () => {
  await product.stop();
});

/** The data of both projects before the attacks. */
let before: unknown;

async function contents(): Promise<unknown> {
  const statements = [
    'select event, uuid, count() from events group by event, uuid order by event',
    'select id, properties from persons',
    'select key, properties from groups',
  ];
  const ids = [project.id, otherProject.id];
  return Promise.all(ids.flatMap((id) => statements.map((statement) => root.hogql(id, statement))));
}

interface Said {
  readonly status: number;
  /** The status line, headers and body. */
  readonly bytes: string;
  readonly body: { readonly results?: unknown; readonly code?: string; readonly detail?: string };
}

async function attack({ query, values }: Attack): Promise<Said> {
  const response = await fetch(`${product.url}/api/projects/${project.id}/query/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.personalApiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: { kind: 'HogQLQuery', query, values } }),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
  const text = await response.text();
  const head = [response.status, response.statusText, ...[...response.headers].flat()].join(' ');
  return {
    status: response.status,
    bytes: `${head} ${text}`,
    body: JSON.parse(text) as Said['body'],
  };
}

/** The statuses of errors of limits: invalid value, too slow, out of memory, out of time. */
const STOPPED = [400, 504, 512, 513];

/** Removes the text of the attack itself, which the response repeats in `query` and `hogql`; this is not a leak. */
function withoutEcho({ bytes }: Said, { query }: Attack): string {
  const said = LEAKS.filter((leak) => query.toLowerCase().includes(leak.toLowerCase()));
  return said.reduce((text, leak) => text.replaceAll(leak, ''), bytes);
}

function check(test: Attack, said: Said): void {
  const { outcome, query } = test;
  const shown = { query: query.slice(0, 300), status: said.status, body: said.body };
  for (const leak of LEAKS) expect(withoutEcho(said, test)).not.toContain(leak);
  switch (outcome) {
    case 'rejected':
      expect(shown).toMatchObject({
        status: 400,
        body: { type: expect.stringMatching(/^validation_error$|^invalid_request$/) },
      });
      return;
    case 'stopped':
      expect(STOPPED).toContain(shown.status);
      expect(said.body.detail).toEqual(expect.any(String));
      return;
    case 'guarded':
      expect([200, ...STOPPED]).toContain(shown.status);
      return;
    default:
      expect({ ...shown, body: { results: said.body.results } }).toEqual({
        query: shown.query,
        status: 200,
        body: { results: outcome },
      });
  }
}

const title = ({ query, values }: Attack): string =>
  `${query.length > 120 ? `${query.slice(0, 120)}… (${query.length})` : query}${values === undefined ? '' : ' with values'}`;

describe.each<[string, readonly Attack[]]>([
  ['reach', reach],
  ['guards', guards],
  ['oracles', oracles],
  ['encodings', encodings],
  ['placeholders', placeholders],
  ['bombs', bombs],
  ['second attack', secondAttack],
])('%s', (_, attacks) => {
  it.each(attacks.map((test) => [title(test), test] as const))('%s', async (__, test) => {
    check(test, await attack(test));
  });
});

describe('after all attacks', () => {
  it('the product still works', async () => {
    expect(await root.hogql(project.id, 'select 1')).toEqual([[1]]);
    const rows = await root.hogql(otherProject.id, 'select max(distinct_id) from events');
    expect(rows).toEqual([[`${SECRET}-id`]]);
  });

  it('the data of both projects is unchanged', async () => {
    expect(await contents()).toEqual(before);
  });

  it('the log contains nothing of the other project', () => {
    const said = product.output();
    for (const leak of [`${SECRET}-`, String(SECRET_NUMBER)]) expect(said).not.toContain(leak);
  });
});
