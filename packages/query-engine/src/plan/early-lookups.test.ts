import type { ProjectLookups } from './lookups';
import { withEarlyLookups } from './early-lookups';

/** Lookups that record their requests, and return the given definitions. */
function recorded(known: { typed: string[]; nonText: string[]; isTracked?: boolean }) {
  const asked: string[][] = [];
  const failing = (): never => {
    throw new Error('unexpected lookup');
  };
  const lookups: ProjectLookups = {
    findActions: failing,
    findGoals: failing,
    findExperiment: failing,
    findCohorts: failing,
    findVariables: failing,
    findProperties: failing,
    metadata: {
      groupTypes: (id) => Promise.resolve([{ name: `of ${id}`, index: 0 }]),
      warehouseTables: failing,
      allWarehouseTables: failing,
      views: failing,
      allViews: failing,
      joins: failing,
      systemRows: failing,
    },
    findPropertyTypes(_, names) {
      asked.push([...names]);
      const found = known.typed.filter((name) => names.includes(name));
      return Promise.resolve(found.map((name) => ({ owner: 'event', name, type: 'Numeric' })));
    },
    findValues(_, names) {
      const nonText = known.nonText.filter((name) => names.includes(name));
      return Promise.resolve({
        isTracked: known.isTracked ?? true,
        nonText: nonText.map((name) => ({ bag: 'event', name })),
      });
    },
  };
  return { lookups, asked };
}

const project = { id: 7, timezone: 'UTC', weekStartDay: 0 };
const query = { kind: 'TrendsQuery', breakdownFilter: { breakdown: 'plan' } };

it('reads definitions that the query names at once, and only the others later', async () => {
  const { lookups, asked } = recorded({ typed: ['plan', 'size'], nonText: ['size', 'plan'] });
  const early = withEarlyLookups(lookups, { project, query });
  expect(asked).toEqual([expect.arrayContaining(['plan', 'TrendsQuery', 'timestamp'])]);
  const types = await early.findPropertyTypes(7, ['plan', 'size']);
  expect(types.map(({ name }) => name)).toEqual(['plan', 'size']);
  expect(asked[1]).toEqual(['size']);
  expect((await early.findValues(7, ['plan', 'size'])).nonText).toEqual([
    { bag: 'event', name: 'plan' },
    { bag: 'event', name: 'size' },
  ]);
});

it('reads the experiment of a query at once, and again for a later statement', async () => {
  const { lookups } = recorded({ typed: [], nonText: [] });
  const asked: [number, number][] = [];
  const early = withEarlyLookups(
    {
      ...lookups,
      findExperiment(projectId, id) {
        asked.push([projectId, id]);
        return Promise.resolve(null);
      },
    },
    { project, query: { kind: 'ExperimentQuery', experiment_id: 3 } },
  );
  expect(asked).toEqual([[7, 3]]);
  expect(await early.findExperiment(7, 3)).toBeNull();
  expect(asked).toHaveLength(1);
  await early.findExperiment(7, 4);
  await early.findExperiment(8, 3);
  await early.findExperiment(7, 3);
  expect(asked.slice(1)).toEqual([
    [7, 4],
    [8, 3],
    [7, 3],
  ]);
});

it('prefetches no metadata for SQL that reads no table', () => {
  const { lookups, asked } = recorded({ typed: [], nonText: [] });
  const sql = (text: string) => ({ project, query: { kind: 'HogQLQuery', query: text } });
  withEarlyLookups(lookups, sql('select 1 + 1'));
  expect(asked).toEqual([]);
  withEarlyLookups(lookups, sql('select event From events'));
  withEarlyLookups(lookups, sql('select {filters}'));
  expect(asked).toHaveLength(2);
});

it('reads each value ahead once: a later read may have another result', async () => {
  const known = { typed: ['plan'], nonText: [] as string[], isTracked: true };
  const { lookups } = recorded(known);
  const early = withEarlyLookups(lookups, { project, query });
  known.nonText.push('plan');
  known.typed.pop();
  expect((await early.findValues(7, ['plan'])).nonText).toEqual([]);
  expect((await early.findValues(7, ['plan'])).nonText).toHaveLength(1);
  expect(await early.findPropertyTypes(7, ['plan'])).toHaveLength(1);
  expect(await early.findPropertyTypes(7, ['plan'])).toHaveLength(0);
});

it('reads one project, and rejects for the caller that needs the response', async () => {
  const { lookups, asked } = recorded({ typed: ['plan'], nonText: [] });
  const early = withEarlyLookups(lookups, { project, query });
  expect(await early.metadata.groupTypes(8)).toEqual([{ name: 'of 8', index: 0 }]);
  await early.findPropertyTypes(8, ['plan']);
  expect(asked[1]).toEqual(['plan']);
  const broken: ProjectLookups = {
    ...lookups,
    findPropertyTypes: () => Promise.reject(new Error('unavailable')),
  };
  const failing = withEarlyLookups(broken, { project, query });
  await expect(failing.findPropertyTypes(7, ['plan'])).rejects.toThrow('unavailable');
});
