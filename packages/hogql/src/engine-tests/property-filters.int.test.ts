import { createIsolatedClickHouse } from '@tidemark/testing';
import { astBuilder } from '../syntax/build';
import { compileStatement } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import { parseSelect } from '../syntax/parser';
import type { PropertyFilter } from '../features/property-filters/filter';
import { filterTreeExpr } from '../features/property-filters/filter-tree';
import { eventRow, groupRow, sessionId, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;
const NOW = new Date('2024-03-10T12:00:00Z');
const SESSION = sessionId('2024-03-01 10:00:00');
const CHAIN = 'button.btn:attr_id="save"nth-child="1"text="Save";form:nth-child="1"';

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('groups', [groupRow(0, 'acme', { size: 50 })]);
  await warehouse.insert(
    'person_distinct_id',
    ['a', 'ann'].map((distinct_id) => ({
      team_id: 1,
      distinct_id,
      person_id: uuid(7),
      version: 1,
    })),
  );
  await warehouse.insert('events', [
    eventRow({
      distinctId: 'a',
      properties: {
        plan: 'pro',
        seats: 4,
        version: '1.10.2',
        due: '2024-03-08',
        ok: true,
        '$feature/beta': 'test',
        $exception_types: ['TypeError', 'Abort'],
      },
      personProperties: { email: 'ann@us.com' },
      personId: uuid(7),
      group0: 'acme',
    }),
    eventRow({
      distinctId: 'b',
      event: '$pageview',
      properties: { plan: 'Free 100%', seats: '12', version: 'v1.9', due: '2023-01-01 10:00' },
      elementsChain: CHAIN,
      sessionId: SESSION,
    }),
    eventRow({ distinctId: 'c', event: 'other', timestamp: '2024-03-02 10:00:00' }),
  ]);
});
afterAll(() => warehouse.close());

/** The distinct ids of the events that match a tree of filters. */
async function matched(tree: unknown): Promise<string> {
  const statement = parseSelect('select distinct_id from events order by distinct_id');
  if (statement.type !== 'SelectQuery') throw new Error('the skeleton has changed');
  const ast = astBuilder(statement);
  const context = { scope: 'event', table: 'events', ast, now: NOW, timezone: 'UTC' } as const;
  const { sql, params } = compileStatement(
    { ...statement, where: filterTreeExpr(tree, context) },
    compileContext({ now: NOW, cohorts: [{ id: 5, name: null, isStatic: true, version: 1 }] }),
  );
  return (await warehouse.raw(sql, params)).flat().join('');
}

const filter = (key: string, operator: string, value?: unknown, more: PropertyFilter = {}) => ({
  key,
  operator,
  value,
  ...more,
});

it.each<[string, unknown, string]>([
  ['nothing', [], 'abc'],
  ['null', null, 'abc'],
  ['exact', [filter('plan', 'exact', 'pro')], 'a'],
  ['is_not', [filter('plan', 'is_not', ['pro'])], 'bc'],
  ['in', [filter('plan', 'in', ['pro', 'x'])], 'a'],
  ['not_in', [filter('plan', 'not_in', ['pro', 'x'])], 'bc'],
  ['icontains', [filter('plan', 'icontains', 'FREE')], 'b'],
  ['icontains of several', [filter('plan', 'icontains_multi', ['PR', 'ee'])], 'ab'],
  ['not_icontains', [filter('plan', 'not_icontains', ['PR'])], 'bc'],
  ['icontains of one is a pattern', [filter('plan', 'icontains', 'f%0')], 'b'],
  ['icontains of several is plain text', [filter('plan', 'icontains', ['f%0', 'o_'])], ''],
  ['percent signs are plain among several', [filter('plan', 'icontains', ['0%', 'x'])], 'b'],
  ['not_icontains of several', [filter('plan', 'not_icontains', ['%', 'x'])], 'ac'],
  ['regex', [filter('plan', 'regex', '^p')], 'a'],
  ['gt of any', [filter('seats', 'gt', [100, 5])], 'b'],
  ['max of any', [filter('seats', 'max', ['1', 4])], 'a'],
  ['is_date_before any', [filter('due', 'is_date_before', ['2020-01-01', '2023-06-01'])], 'b'],
  ['semver_eq any', [filter('version', 'semver_eq', ['1.9', '2.0'])], 'b'],
  ['semver_neq all', [filter('version', 'semver_neq', ['1.9', '1.10.2'])], 'c'],
  ['not_regex', [filter('plan', 'not_regex', '^p')], 'bc'],
  ['gt', [filter('seats', 'gt', '4')], 'b'],
  ['min', [filter('seats', 'min', 4)], 'ab'],
  ['max', [filter('seats', 'max', 4)], 'a'],
  ['between', [filter('seats', 'between', [4, 11])], 'a'],
  ['not_between', [filter('seats', 'not_between', [4, 11])], 'bc'],
  ['not_between of text', [filter('plan', 'not_between', [4, 11])], 'abc'],
  ['is_set', [filter('ok', 'is_set')], 'a'],
  ['is_not_set', [filter('ok', 'is_not_set')], 'bc'],
  ['is_date_after', [filter('due', 'is_date_after', '-7d')], 'a'],
  ['is_date_before', [filter('due', 'is_date_before', '2024-01-01')], 'b'],
  ['is_date_exact', [filter('due', 'is_date_exact', '2024-03-08')], 'a'],
  ['semver_gt', [filter('version', 'semver_gt', '1.9.0')], 'a'],
  ['semver_eq', [filter('version', 'semver_eq', '1.9.0')], 'b'],
  ['semver_caret', [filter('version', 'semver_caret', '1.2')], 'ab'],
  ['semver_tilde', [filter('version', 'semver_tilde', '1.9.0')], 'b'],
  ['semver_wildcard', [filter('version', 'semver_wildcard', '1.10.*')], 'a'],
  ['person', [filter('email', 'icontains', '@us', { type: 'person' })], 'a'],
  ['group', [filter('size', 'gte', 50, { type: 'group', group_type_index: 0 })], 'a'],
  ['session', [filter('$pageview_count', 'exact', ['0'], { type: 'session' })], 'ac'],
  ['boolean of sessions', [filter('$is_bounce', 'exact', 'true', { type: 'session' })], 'b'],
  ['no boolean of sessions', [filter('$is_bounce', 'exact', false, { type: 'session' })], ''],
  [
    'booleans of sessions',
    [filter('$is_bounce', 'exact', ['1', 'False'], { type: 'session' })],
    'b',
  ],
  [
    'another boolean of sessions',
    [filter('$entry_has_gclid', 'is_not', [true], { type: 'session' })],
    'abc',
  ],
  ['cohort', [{ key: 'id', type: 'cohort', value: 5 }], ''],
  ['not in a cohort', [{ key: 'id', type: 'cohort', value: 5, operator: 'not_in' }], 'abc'],
  [
    'not in a cohort, negated: one negation',
    [{ key: 'id', type: 'cohort', value: 5, operator: 'not_in', negation: true }],
    'abc',
  ],
  ['event_metadata', [filter('event', 'exact', 'other', { type: 'event_metadata' })], 'c'],
  ['hogql', [{ key: "distinct_id in ('a', 'c')", type: 'hogql' }], 'ac'],
  ['selector', [filter('selector', 'exact', 'form > #save', { type: 'element' })], 'b'],
  ['tag_name', [filter('tag_name', 'is_not', ['form'], { type: 'element' })], 'ac'],
  ['text', [filter('text', 'icontains', 'save', { type: 'element' })], 'b'],
  ['not any text', [filter('text', 'is_not', 'Save', { type: 'element' })], 'ac'],
  ['no such text', [filter('text', 'not_icontains_multi', ['av'], { type: 'element' })], 'ac'],
  ['no such end', [filter('text', 'not_ends_with', 'x', { type: 'element' })], 'abc'],
  ['any text', [filter('text', 'is_not', [], { type: 'element' })], 'abc'],
  ['any entry', [filter('$exception_types', 'exact', ['Abort', 'x'])], 'a'],
  ['any entry in part', [filter('$exception_types', 'icontains', 'type')], 'a'],
  ['any other entry', [filter('$exception_types', 'is_not', 'Abort')], 'a'],
  ['an entry without it', [filter('$exception_types', 'not_icontains', ['x', 'z'])], 'a'],
  ['no entry without it', [filter('$exception_types', 'not_regex', 'e|A')], ''],
  ['a list of any entries', [filter('$exception_types', 'exact', [])], 'abc'],
  ['a list that is there', [filter('$exception_types', 'is_set')], 'a'],
  ['distinct ids of persons', [filter('distinct_id', 'exact', 'ann', { type: 'person' })], 'a'],
  ['any distinct id', [filter('distinct_id', 'is_not', [], { type: 'person' })], 'abc'],
  ['no such distinct id', [filter('distinct_id', 'not_ends_with', 'n', { type: 'person' })], 'bc'],
  ['other distinct ids', [filter('distinct_id', 'is_not', 'ann', { type: 'person' })], 'bc'],
  ['placeholders', [{}, { type: 'empty' }, { type: 'flag', key: 'x' }], 'abc'],
  ['a value that nobody has chosen', [filter('plan', 'exact'), filter('plan', 'gt', null)], 'abc'],
  [
    'no cohort, no element, nothing negated',
    [{ type: 'cohort' }, { type: 'element', key: 'text' }, { key: 'plan', negation: true }],
    'abc',
  ],
  ['a flag of the event', [filter('$feature/beta', 'exact', ['test'], { type: 'feature' })], 'a'],
  ['a person negated', [filter('plan', 'exact', 'pro', { negation: true })], 'bc'],
  [
    'groups of filters',
    {
      type: 'OR',
      values: [
        { type: 'AND', values: [filter('plan', 'exact', 'pro'), filter('seats', 'gt', 1)] },
        filter('event', 'exact', 'other', { type: 'event_metadata' }),
      ],
    },
    'ac',
  ],
])('%s', async (_, tree, expected) => {
  expect(await matched(tree)).toBe(expected);
});

it.each<[unknown, string]>([
  [['x'], 'must be an object'],
  [[{ value: 1 }], 'needs a key'],
  [[filter('x', 'like', 'y')], "operator 'like' is not supported"],
  [[filter('x', 'exact', 'y', { type: 'log' })], "type 'log' are not supported"],
  [[filter('x', 'between', [5, 1])], 'two numbers'],
  [[filter('x', 'between', [])], 'two numbers'],
  [[filter('x', 'not_between', [])], 'two numbers'],
  [[filter('x', 'is_date_after', 'soon')], 'is not a date'],
  [[filter('x', 'exact', 1, { type: 'group' })], 'group_type_index'],
  [[{ type: 'nope', key: 'x' }], "type 'nope' are not supported"],
  [[{ type: 'event' }], 'needs a key'],
  [{ type: 'XOR', values: [] }, "type 'XOR' are not supported"],
  [[{ type: 'hogql', key: 'a +' }], "In the filter 'a +'"],
  [[filter('x', 'semver_gt', 'newest')], 'needs a version'],
])('%j is reported', async (tree, message) => {
  await expect(matched(tree)).rejects.toThrow(message);
});
