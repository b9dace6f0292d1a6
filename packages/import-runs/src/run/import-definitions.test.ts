import type { JsonObject } from '@tidemark/importers';
import { DEFINITION_KINDS, isObject } from '@tidemark/importers';
import type { ImportProblem, ImportStep } from '@tidemark/postgres';
import type { ImportDeps } from './context';
import { RunContext } from './context';
import { definitionsPhase } from './import-definitions';

interface Given {
  readonly source: readonly JsonObject[];
  /** What the project shows before. */
  readonly present?: readonly JsonObject[];
  /** Whole objects by path, whose items in the list are incomplete. */
  readonly whole?: Readonly<Record<string, JsonObject>>;
  /** Returns the reason why the project rejects an object. */
  readonly reject?: (body: JsonObject, created: readonly JsonObject[]) => string | null;
}

/** Imports objects of one kind. @returns the created ones, the ids by those of the source, and the problems */
async function imported(
  kind: string,
  { source, present = [], whole = {}, reject = () => null }: Given,
) {
  const created: JsonObject[] = [];
  const problems: ImportProblem[] = [];
  const ids = new Map<string, string | null>();
  async function* listed(objects: readonly JsonObject[]): AsyncGenerator<JsonObject> {
    yield* await Promise.resolve(objects);
  }
  const deps = {
    source: {
      definitions: {
        list: () => listed(source),
        get: (path: string) => Promise.resolve(whole[path] ?? null),
      },
    },
    target: {
      list: () => listed(present),
      call: (_: string, __: string, body: unknown) => {
        if (!isObject(body)) throw new Error('no body');
        const detail = reject(body, created);
        if (detail !== null) return Promise.resolve({ ok: false, status: 400, body: { detail } });
        created.push(body);
        return Promise.resolve({ ok: true, status: 201, body: { id: 100 + created.length } });
      },
    },
    runs: {
      advance: (_: string, __: string, step: ImportStep) =>
        Promise.resolve(void problems.push(...(step.problems ?? []))),
    },
    ids: {
      all: (_: unknown, of: string) => Promise.resolve(of === kind ? ids : new Map()),
      begin: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      complete: (_: unknown, __: string, from: string, to: string) =>
        Promise.resolve(void ids.set(from, to)),
    },
  } as unknown as ImportDeps;
  const context = new RunContext(
    deps,
    { id: 'run', owner: 'owner', counts: {} },
    { projectId: 2, origin: 'test' },
    { origin: 'test', startedAt: 0 },
    new AbortController().signal,
  );
  await definitionsPhase(DEFINITION_KINDS.find((one) => one.kind === kind)!).work(context, null);
  return { created, ids: Object.fromEntries(ids), problems };
}

const note = { content: 'Launch', date_marker: '2026-01-02T00:00:00Z', scope: 'organization' };

it('an annotation of the organization that the project shows already is not created again', async () => {
  const own = { ...note, scope: 'project', id: 2 };
  const present = [{ ...note, id: 7, date_marker: '2026-01-02T00:00:00.000000Z' }];
  const { created, ids } = await imported('annotation', {
    ...{ source: [{ ...note, id: 7 }, own], present },
  });
  expect(created).toEqual([{ ...note, scope: 'project' }]);
  expect(ids).toEqual({ 7: '7', 2: '101' });
});

it.each([
  ['with another date', { date_marker: '2026-01-03T00:00:00Z' }],
  ['with another text', { content: 'Launched' }],
  ['of the project alone', { scope: 'project' }],
])('an annotation %s is another one', async (_, change) => {
  const { created } = await imported('annotation', {
    source: [{ ...note, id: 1 }],
    present: [{ ...note, ...change, id: 7 }],
  });
  expect(created).toEqual([note]);
});

describe('saved views', () => {
  const query = (text: string) => ({ kind: 'HogQLQuery', query: text });
  /** Like the API, which rejects a view that reads another one that does not exist. */
  const reject = (body: JsonObject, created: readonly JsonObject[]): string | null => {
    const [, table = ''] = /FROM (\w+)/.exec(JSON.stringify(body['query'])) ?? [];
    const isKnown = table === 'events' || created.some(({ name }) => name === table);
    return isKnown ? null : `Unknown table ${table}`;
  };

  it('are created after those that they read', async () => {
    const top = { id: 'a', name: 'top', query: query('SELECT 1 FROM middle') };
    const middle = { id: 'b', name: 'middle', query: query('SELECT 1 FROM base') };
    const base = { id: 'c', name: 'base', query: query('SELECT 1 FROM events') };
    const broken = { id: 'd', name: 'broken', query: query('SELECT 1 FROM stripe') };
    const { created, problems } = await imported('saved_view', {
      ...{ source: [broken, top, middle, base], reject },
    });
    expect(created.map(({ name }) => name)).toEqual(['base', 'middle', 'top']);
    expect(problems).toMatchObject([
      { kind: 'saved_view', name: 'broken', reason: 'Unknown table stripe' },
    ]);
  });

  it('are read one by one if a list does not have their statements', async () => {
    const view = { id: 'a', name: 'base', query: query('SELECT 1 FROM events') };
    const { created } = await imported('saved_view', {
      ...{ source: [{ id: 'a', name: 'base' }], reject },
      whole: { 'warehouse_saved_queries/a/': view },
    });
    expect(created).toEqual([{ name: 'base', query: view.query }]);
  });
});
