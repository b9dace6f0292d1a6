import fc from 'fast-check';
import type { IdLookup, JsonObject } from '..';
import { compareCounts, compareFlags, DEFINITION_KINDS, projectSettings, readPersonRow } from '..';
import { References } from './references';

/** The id in the target is that in the source plus 1,000. */
const all: IdLookup = (_, id) => String(Number(id) + 1_000);
const none: IdLookup = () => null;
const kindOf = (name: string) => DEFINITION_KINDS.find(({ kind }) => kind === name)!;
const rewrite = (value: unknown): unknown => new References(all).rewrite(value);

describe('references', () => {
  it.each([
    [
      { type: 'cohort', key: 'id', value: 7 },
      { type: 'cohort', key: 'id', value: 1_007 },
    ],
    [
      { type: 'cohort', key: 'id', value: [7, '8'] },
      { type: 'cohort', key: 'id', value: [1_007, '1008'] },
    ],
    [
      { kind: 'ActionsNode', id: 3, name: 'A' },
      { kind: 'ActionsNode', id: 1_003, name: 'A' },
    ],
    [
      { type: 'actions', id: '3' },
      { type: 'actions', id: '1003' },
    ],
    [
      { type: 'flag', key: '5', value: true },
      { type: 'flag', key: '1005', value: true },
    ],
    [
      { breakdown_type: 'cohort', breakdown: [7, 'all'] },
      { breakdown_type: 'cohort', breakdown: [1_007, 'all'] },
    ],
    [
      { type: 'behavioral', event_type: 'actions', key: 3 },
      { type: 'behavioral', event_type: 'actions', key: 1_003 },
    ],
    [
      { kind: 'HogQLQuery', query: 'WHERE person_id IN COHORT 7 AND matchesAction(3)' },
      { kind: 'HogQLQuery', query: 'WHERE person_id IN COHORT 1007 AND matchesAction(1003)' },
    ],
    [
      { kind: 'HogQLQuery', query: "WHERE person_id NOT IN COHORT (7) AND x = 'IN COHORT 7'" },
      { kind: 'HogQLQuery', query: "WHERE person_id NOT IN COHORT (1007) AND x = 'IN COHORT 7'" },
    ],
    [
      { kind: 'HogQLQuery', query: '-- matchesAction(3)\nmatchesaction( 3 )' },
      { kind: 'HogQLQuery', query: '-- matchesAction(3)\nmatchesaction( 1003 )' },
    ],
    [
      {
        kind: 'EventsQuery',
        select: ['event', 'person_id IN COHORT 7'],
        where: ['matchesAction(3)'],
      },
      {
        kind: 'EventsQuery',
        ...{ select: ['event', 'person_id IN COHORT 1007'], where: ['matchesAction(1003)'] },
      },
    ],
    [
      { breakdowns: [{ type: 'hogql', property: 'matchesAction(3)' }] },
      { breakdowns: [{ type: 'hogql', property: 'matchesAction(1003)' }] },
    ],
    [
      { breakdown_type: 'hogql', breakdown: ['person_id IN COHORT 7'] },
      { breakdown_type: 'hogql', breakdown: ['person_id IN COHORT 1007'] },
    ],
    [
      { funnelAggregateByHogQL: 'if(person_id IN COHORT 7, 1, 2)' },
      { funnelAggregateByHogQL: 'if(person_id IN COHORT 1007, 1, 2)' },
    ],
    [
      { pathsHogQLExpression: 'if(matchesAction(3), 1, 2)' },
      { pathsHogQLExpression: 'if(matchesAction(1003), 1, 2)' },
    ],
    [
      { math: 'hogql', math_hogql: 'countIf(matchesAction(3))' },
      { math: 'hogql', math_hogql: 'countIf(matchesAction(1003))' },
    ],
    [{ groups: [{ days: '7', action_id: 3 }] }, { groups: [{ days: '7', action_id: 1_003 }] }],
    [{ conversionGoal: { actionId: 3 } }, { conversionGoal: { actionId: 1_003 } }],
    [
      { type: 'person', key: 'id', value: 7 },
      { type: 'person', key: 'id', value: 7 },
    ],
  ])('%j', (from, to) => {
    expect(rewrite({ deep: [from] })).toEqual({ deep: [to] });
  });

  it('replaces the ids of imported surveys, as in the imported events', () => {
    const old = '0190aaaa-0000-4000-8000-000000000001';
    const other = '0190aaaa-0000-4000-8000-000000000002';
    const refs = new References((kind, id) => (kind === 'survey' && id === old ? 'new' : null));
    const filter = { type: 'event', key: '$survey_id', value: [old, other] };
    const query = `SELECT 1 WHERE properties.$survey_id IN ('${old}', '${other}') -- '${old}'`;
    expect(refs.rewrite([filter, { kind: 'HogQLQuery', query }])).toEqual([
      { ...filter, value: ['new', other] },
      {
        kind: 'HogQLQuery',
        query: `SELECT 1 WHERE properties.$survey_id IN ('new', '${other}') -- '${old}'`,
      },
    ]);
    expect(refs.missing).toEqual([]);
  });

  it('does not change values without references', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const refs = new References((_, id) => id);
        expect(refs.rewrite(value)).toEqual(value);
      }),
    );
  });
});

describe('definitions', () => {
  it('reports the missing references of a flag, and does not create a flag for other persons', () => {
    const filters = { groups: [{ properties: [{ type: 'cohort', key: 'id', value: 7 }] }] };
    expect(kindOf('feature_flag').map({ id: 1, key: 'f', filters }, none)).toEqual({
      kind: 'skipped',
      reason: 'it refers to objects that were not imported: cohort 7',
      missing: [{ kind: 'cohort', id: '7' }],
    });
  });

  it('replaces ids in the HogQL of filters', () => {
    const insight = {
      ...{ id: 1, name: 'I', dashboards: [], query: null },
      filters: {
        insight: 'FUNNELS',
        actions: [{ id: 3, order: 0 }],
        events: [{ id: 'a', order: 1, properties: [{ type: 'hogql', key: 'matchesAction(3)' }] }],
        properties: [{ type: 'cohort', key: 'id', value: 7 }],
        funnel_aggregate_by_hogql: 'if(person_id IN COHORT 7, 1, 2)',
        ...{ breakdown_type: 'hogql', breakdown: 'person_id IN COHORT 7' },
      },
    };
    const mapped = kindOf('insight').map(insight, all);
    expect(mapped).toMatchObject({
      body: {
        query: {
          series: [
            { kind: 'ActionsNode', id: 1_003 },
            { properties: [{ key: 'matchesAction(1003)' }] },
          ],
          funnelsFilter: { funnelAggregateByHogQL: 'if(person_id IN COHORT 1007, 1, 2)' },
          breakdownFilter: { breakdown: 'person_id IN COHORT 1007' },
        },
      },
    });
    expect(JSON.stringify(mapped)).toContain('"value":1007');
  });

  it('leaves the flags of surveys to the surveys', () => {
    const flag = { id: 1, key: 'survey-targeting-abc', filters: {} };
    expect(kindOf('feature_flag').map(flag, all)).toEqual({ kind: 'left_out' });
  });

  it('does not import the stars of encrypted payloads as payloads', () => {
    const filters = { groups: [], payloads: { true: '"********"' } };
    const flag = { id: 1, key: 'f', filters, has_encrypted_payloads: true };
    expect(kindOf('feature_flag').map(flag, all)).toMatchObject({
      body: { filters: { payloads: {} } },
      notes: [expect.stringContaining('encrypted payloads')],
    });
  });

  it('an insight is on the imported dashboards', () => {
    const insight = { id: 1, name: 'I', dashboards: [4], query: { kind: 'ActionsNode', id: 3 } };
    expect(kindOf('insight').map(insight, all)).toMatchObject({
      body: { dashboards: [1_004], query: { id: 1_003 } },
    });
  });

  it('a dashboard keeps its colours, and anybody may edit it, because permissions are not imported', () => {
    const breakdown_colors = [{ breakdownValue: 'x', colorToken: 'preset-1' }];
    const dashboard = { id: 1, name: 'D', restriction_level: 37, breakdown_colors };
    expect(kindOf('dashboard').map(dashboard, all)).toEqual({
      ...{ kind: 'create', notes: [] },
      body: { name: 'D', breakdown_colors },
    });
  });

  it('a survey is imported without its link to an insight, which is reported', () => {
    const survey = { id: 'u', name: 'S', type: 'api', questions: [], linked_insight_id: 7 };
    expect(kindOf('survey').map(survey, none)).toMatchObject({
      kind: 'create',
      body: { name: 'S', type: 'api', questions: [] },
      notes: ['the link of the survey to an insight was not imported'],
    });
  });

  it('a survey refers to the imported flags and actions', () => {
    const survey = {
      ...{ id: 'u', name: 'S', type: 'popover', questions: [] },
      linked_flag: { id: 5, key: 'f' },
      targeting_flag: { id: 6, filters: { groups: [] } },
      conditions: { url: '/x', actions: { values: [{ id: 3, name: 'A' }] } },
    };
    expect(kindOf('survey').map(survey, all)).toMatchObject({
      body: {
        linked_flag_id: 1_005,
        targeting_flag_filters: { groups: [] },
        conditions: { url: '/x', actions: { values: [{ id: 1_003, name: 'A' }] } },
      },
    });
  });
});

it('settings do not contain the name and the keys of a project', () => {
  const project = {
    ...{ id: 1, name: 'N', api_token: 'phc_x', timezone: 'Europe/Berlin' },
    test_account_filters: [{ type: 'cohort', key: 'id', value: 7 }],
  };
  expect(projectSettings(project, all).body).toEqual({
    timezone: 'Europe/Berlin',
    test_account_filters: [{ type: 'cohort', key: 'id', value: 1_007 }],
  });
  expect(projectSettings(project, none)).toEqual({
    body: { timezone: 'Europe/Berlin' },
    problems: ['test_account_filters: it refers to objects that were not imported'],
  });
});

describe('reconciliation', () => {
  const row = (event: string, events: number) => ({ day: '2024-01-01', event, events });

  it('finds the events of which one side has more', () => {
    expect(compareCounts([row('a', 1), row('b', 2)], [row('b', 3), row('c', 1)])).toEqual([
      { day: '2024-01-01', event: 'a', source: 1, target: 0 },
      { day: '2024-01-01', event: 'b', source: 2, target: 3 },
      { day: '2024-01-01', event: 'c', source: 0, target: 1 },
    ]);
  });

  it('flags are equal if they are on for the same persons', () => {
    const flag = (value: number, extra: JsonObject = {}) => ({
      key: 'f',
      active: true,
      filters: { groups: [{ properties: [{ type: 'cohort', value, ...extra }] }], payloads: {} },
    });
    expect(compareFlags([flag(7)], [flag(1_007, { cohort_name: 'C' })], all)).toEqual([]);
    const described = {
      cohort_name: 'C',
      dependency_chain: ['x'],
      users_affected: 3,
      sort_key: 's',
    };
    expect(compareFlags([flag(7, described)], [flag(1_007)], all)).toEqual([]);
    const enrollment = [{ properties: [{ key: '$feature_enrollment/f', value: ['true'] }] }];
    const older = { ...flag(7), filters: { ...flag(7).filters, super_groups: enrollment } };
    const newer = { ...flag(1_007), filters: { ...flag(1_007).filters, feature_enrollment: true } };
    expect(compareFlags([older], [newer], all)).toEqual([]);
    expect(compareFlags([flag(7)], [flag(8)], all)).toEqual([
      { key: 'f', difference: 'filters is different' },
    ]);
    expect(compareFlags([flag(7)], [], all)).toEqual([{ key: 'f', difference: 'is missing' }]);
  });
});

it.each([true, 1, 'true', '1'])('a person with the is_deleted %j is deleted', (deleted) => {
  const row = { person_id: 'p', distinct_id: 'd', properties: '{"a":1}', is_deleted: deleted };
  expect(readPersonRow(row)).toEqual({ deleted: true });
  const kept = { ...row, is_deleted: typeof deleted === 'string' ? 'false' : false };
  expect(readPersonRow({ ...kept, is_identified: deleted })).toMatchObject({
    ...{ personId: 'p', distinctId: 'd' },
    person: { properties: { a: 1 }, isIdentified: true },
  });
});
