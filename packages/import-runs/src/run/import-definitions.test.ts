import type { JsonObject } from '@tidemark/importers';
import { DEFINITION_KINDS, isObject } from '@tidemark/importers';
import type { ImportDeps } from './context';
import { RunContext } from './context';
import { definitionsPhase } from './import-definitions';

const annotations = DEFINITION_KINDS.find(({ kind }) => kind === 'annotation')!;

/** Imports annotations into a project that shows `present`. @returns the created ones, and the ids by those of the source */
async function imported(source: readonly JsonObject[], present: readonly JsonObject[]) {
  const created: JsonObject[] = [];
  const ids = new Map<string, string | null>();
  async function* listed(objects: readonly JsonObject[]): AsyncGenerator<JsonObject> {
    yield* await Promise.resolve(objects);
  }
  const deps = {
    source: { definitions: { list: () => listed(source), get: () => Promise.resolve(null) } },
    target: {
      list: () => listed(present),
      call: (_: string, __: string, body: unknown) => {
        if (isObject(body)) created.push(body);
        return Promise.resolve({ ok: true, status: 201, body: { id: 100 + created.length } });
      },
    },
    runs: { advance: () => Promise.resolve() },
    ids: {
      all: (_: unknown, kind: string) => Promise.resolve(kind === 'annotation' ? ids : new Map()),
      begin: () => Promise.resolve(),
      complete: (_: unknown, __: string, from: string, to: string) =>
        Promise.resolve(void ids.set(from, to)),
    },
  } as unknown as ImportDeps;
  const context = new RunContext(
    deps,
    { id: 'run', owner: 'owner', counts: {} },
    { projectId: 2, sourceKey: 'test' },
    { sourceKey: 'test', startedAt: 0 },
    new AbortController().signal,
  );
  await definitionsPhase(annotations).work(context, null);
  return { created, ids: Object.fromEntries(ids) };
}

const note = { content: 'Launch', date_marker: '2026-01-02T00:00:00Z', scope: 'organization' };

it('an annotation of the organization that the project shows already is not created again', async () => {
  const own = { ...note, scope: 'project', id: 2 };
  const present = [{ ...note, id: 7, date_marker: '2026-01-02T00:00:00.000000Z' }];
  const { created, ids } = await imported([{ ...note, id: 7 }, own], present);
  expect(created).toEqual([{ ...note, scope: 'project' }]);
  expect(ids).toEqual({ 7: '7', 2: '101' });
});

it.each([
  ['with another date', { date_marker: '2026-01-03T00:00:00Z' }],
  ['with another text', { content: 'Launched' }],
  ['of the project alone', { scope: 'project' }],
])('an annotation %s is another one', async (_, change) => {
  const { created } = await imported([{ ...note, id: 1 }], [{ ...note, ...change, id: 7 }]);
  expect(created).toEqual([note]);
});
