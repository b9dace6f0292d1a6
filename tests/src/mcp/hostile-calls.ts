/** Valid arguments of each tool, with every optional one whose values are checked. A change is only a dry run. */
export const VALID_INPUTS: Readonly<Record<string, object>> = {
  list_events: { search: 'a' },
  list_properties: { event: 'order paid' },
  property_values: { property: 'plan', event: 'order paid', search: 'a' },
  describe_tables: { table: 'events' },
  trend: {
    series: [{ event: 'order paid', math: 'sum', math_property: 'total' }],
    filters: [{ property: 'plan', value: 'pro' }],
    breakdown: { property: 'plan' },
    ...{ date_from: '-7d', date_to: '-1d' },
  },
  funnel: {
    steps: ['signed up', 'order paid'],
    window: { count: 1, unit: 'day' },
    breakdown: { property: 'plan' },
    filters: [{ property: 'plan', value: 'pro' }],
    ...{ date_from: '-7d', date_to: '-1d' },
  },
  retention: {
    ...{ start_event: 'signed up', return_event: 'order paid' },
    filters: [{ property: 'plan', value: 'pro' }],
  },
  run_hogql: { query: 'SELECT {x}', values: { x: 1 } },
  check_hogql: { query: 'SELECT 1' },
  draft_hogql: { question: 'how many users signed up' },
  list_insights: { search: 'a' },
  run_insight: { id: 'hostile' },
  save_insight: { name: 'Paid', description: '', hogql: 'SELECT 1' },
  list_dashboards: { search: 'a' },
  get_dashboard: { id: 1, with_results: true },
  create_dashboard: { name: 'Shop', description: '' },
  list_flags: { search: 'a' },
  get_flag: { key: 'hostile' },
  explain_flag: {
    ...{ key: 'hostile', distinct_id: 'ann' },
    ...{ person_properties: { plan: 'pro' }, groups: { company: 'acme' } },
  },
  create_flag: {
    ...{ key: 'not-made', name: 'Not made', rollout_percentage: 5 },
    person_filters: [{ property: 'plan', type: 'person', operator: 'exact', value: 'pro' }],
    variants: [
      { key: 'a', share: 50 },
      { key: 'b', share: 50 },
    ],
  },
  change_flag: { key: 'hostile', rollout_percentage: 5, condition: 0 },
  delete_flag: { key: 'hostile' },
  list_experiments: { search: 'a' },
  experiment_results: { id: 1 },
  find_persons: { search: 'ann' },
  get_person: { distinct_id: 'ann' },
  find_groups: { group_type_index: 0 },
  list_cohorts: { search: 'a' },
  list_actions: { search: 'a' },
  create_action: { name: 'Paid', description: '', events: ['order paid'] },
  ingestion_warnings: {},
  health: {},
  list_annotations: { search: 'a' },
  create_annotation: { content: 'Release', date: '2026-01-31T10:00:00Z' },
  activity: { scope: 'FeatureFlag' },
};

const MANY = 10_000;
const LONG_KEY = 'k'.repeat(60);

/** Values that no argument expects, or that only some expect. */
const HOSTILE_VALUES: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e300, Number.MAX_SAFE_INTEGER, 2_147_483_648],
  ...['', ' ', '..', '../', '%2e%2e', '__proto__', 'constructor', '2024-02-30'],
  ...['a\0b', '\ud800', '💥'.repeat(30), "'; DROP TABLE events --", '{x}', 'x'.repeat(900_000)],
  ...[[], {}, [[[[1]]]], JSON.parse('{"__proto__":{"a":1},"constructor":1}') as unknown],
  ...[Array(MANY).fill('x'), Array(MANY).fill({}), Array(MANY).fill(null)],
  Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`${LONG_KEY}${at}`, at])),
];

type Path = readonly (string | number)[];

/** The paths of all members of a value, at any depth. */
function pathsOf(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...above, key];
    return [path, ...pathsOf(inner, path)];
  });
}

function replaced(value: unknown, [first, ...rest]: Path, by: unknown): unknown {
  if (first === undefined) return by;
  const inner = (value as Record<string, unknown>)[first];
  const members = { ...(value as object), [first]: replaced(inner, rest, by) };
  return Array.isArray(value) ? Object.values(members) : members;
}

export interface HostileCall {
  /** The changed argument and the beginning of its value. */
  readonly what: string;
  readonly input: object;
}

/**
 * Valid arguments in which one value is replaced with each hostile value.
 *
 * @param names the arguments that the tool has
 */
export function hostileCalls(valid: object, names: readonly string[]): HostileCall[] {
  const paths = [
    ...names.filter((name) => !(name in valid)).map((name) => [name]),
    ...pathsOf(valid),
  ];
  const calls = paths.flatMap((path) =>
    HOSTILE_VALUES.map((value) => ({
      what: `${path.join('.')} = ${JSON.stringify(value).slice(0, 40)}`,
      input: replaced(valid, path, value) as object,
    })),
  );
  const unknown = HOSTILE_VALUES.at(-1) as object;
  return [...calls, { what: 'unknown arguments', input: { ...valid, ...unknown } }];
}
