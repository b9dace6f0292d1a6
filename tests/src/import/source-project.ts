import type { ApiClient } from '../test-support/api-client';

type Body = Readonly<Record<string, unknown>>;

/** Creates a project in the organization of the client. */
export async function createProject(
  api: ApiClient,
  name: string,
): Promise<{ readonly id: number; readonly token: string }> {
  const made = await api.post('/api/projects/', { name });
  const { id, api_token: token } = made.body as { id: number; api_token: string };
  return { id, token };
}

type Make = (path: string, body: Body) => Promise<Body>;

/** Creates one object of each kind in a project, which refer to each other. */
export async function fillDefinitions(api: ApiClient, projectId: number): Promise<void> {
  const base = `/api/projects/${projectId}/`;
  const make: Make = async (path, body) => {
    const made = await api.post(base + path, body);
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
    return made.body as Body;
  };
  const { action, cohort } = await fillCohorts(make);
  await fillFlags(make, action, cohort);
  const dashboard = await fillInsights(make, action, cohort);
  await api.patch(`${base}dashboards/${String(dashboard['id'])}/`, {
    tiles: [{ text: { body: 'A text for people' }, layouts: {} }],
  });
  await make('event_definitions/', { name: 'order paid', description: 'Somebody paid.' });
  await api.patch(base, { timezone: 'Europe/Berlin', week_start_day: 1 });
}

/** Creates an archived flag, and an archived experiment with its flag. */
export async function fillArchived(api: ApiClient, projectId: number): Promise<void> {
  const base = `/api/projects/${projectId}/`;
  const filters = { groups: [{ properties: [], rollout_percentage: 100 }] };
  const flag = await api.post(`${base}feature_flags/`, {
    key: 'old-flag',
    filters,
    archived: true,
  });
  const experiment = await api.post(`${base}experiments/`, {
    ...{ name: 'Old checkout', feature_flag_key: 'old-checkout' },
    ...{ start_date: '2026-01-01T00:00:00Z', end_date: '2026-02-01T00:00:00Z' },
  });
  const { id } = experiment.body as { id: number };
  const archived = await api.patch(`${base}experiments/${id}/`, { archived: true });
  if (flag.status !== 201 || archived.status !== 200) {
    throw new Error(JSON.stringify([flag.body, archived.body]));
  }
}

/** An event of a group that has no properties: it creates the type of the group only. */
export const FIRST_OF_ACCOUNT: Body = {
  ...{ event: 'visit', distinct_id: 'user-0@example.com', timestamp: '2026-01-02T09:00:00Z' },
  properties: { $groups: { account: 'a-1' } },
};

async function fillCohorts(make: Make): Promise<{ readonly action: Body; readonly cohort: Body }> {
  // This makes the ids in the source differ from those in the target.
  await make('actions/', { name: 'deleted later', steps: [{ event: 'x' }] });
  const action = await make('actions/', {
    name: 'Bought',
    steps: [{ event: 'order paid', properties: [{ key: 'plan', value: 'pro', type: 'event' }] }],
  });
  const cohort = await make('cohorts/', {
    name: 'Pro users',
    filters: group([{ key: 'plan', value: 'pro', type: 'person', operator: 'exact' }]),
  });
  await make('cohorts/', {
    name: 'Not pro',
    filters: group([{ key: 'id', value: cohort['id'], type: 'cohort', negation: true }]),
  });
  await make('cohorts/', {
    name: 'Buyers',
    filters: group([
      {
        ...{ key: action['id'], event_type: 'actions', value: 'performed_event' },
        ...{ type: 'behavioral', time_value: 30, time_interval: 'day', negation: false },
      },
    ]),
  });
  return { action, cohort };
}

async function fillFlags(make: Make, action: Body, cohort: Body): Promise<void> {
  const base1 = await make('feature_flags/', {
    key: 'base-flag',
    name: 'For pro users',
    filters: {
      groups: [
        {
          properties: [{ key: 'id', value: cohort['id'], type: 'cohort' }],
          rollout_percentage: 100,
        },
      ],
    },
  });
  await make('feature_flags/', {
    key: 'dependent-flag',
    filters: {
      groups: [
        {
          properties: [
            {
              ...{ key: String(base1['id']), value: true, type: 'flag' },
              operator: 'flag_evaluates_to',
            },
          ],
          rollout_percentage: 50,
        },
      ],
    },
  });
  const variants = [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ];
  await make('feature_flags/', {
    key: 'checkout-test',
    filters: {
      groups: [{ properties: [], rollout_percentage: 100 }],
      multivariate: { variants },
      payloads: { test: '"blue"' },
    },
  });
  await make('experiments/', {
    name: 'Checkout',
    feature_flag_key: 'checkout-test',
    parameters: { feature_flag_variants: variants },
    metrics: [
      {
        kind: 'ExperimentMetric',
        metric_type: 'mean',
        source: { kind: 'ActionsNode', id: action['id'], name: 'Bought' },
      },
    ],
  });
  await make('surveys/', {
    name: 'How was it?',
    type: 'popover',
    linked_flag_id: base1['id'],
    questions: [{ type: 'open', question: 'How was it?' }],
    targeting_flag_filters: {
      groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person', operator: 'exact' }] }],
    },
  });
  await make('early_access_feature/', { name: 'New checkout', stage: 'beta', description: 'd' });
}

async function fillInsights(make: Make, action: Body, cohort: Body): Promise<Body> {
  await make('insight_variables/', { name: 'Plan', type: 'String', default_value: 'pro' });
  const dashboard = await make('dashboards/', { name: 'Overview', pinned: true });
  const insight = await make('insights/', {
    name: 'Bought by pro users',
    dashboards: [dashboard['id']],
    query: {
      kind: 'InsightVizNode',
      source: {
        kind: 'TrendsQuery',
        series: [{ kind: 'ActionsNode', id: action['id'], name: 'Bought', math: 'total' }],
        properties: [{ key: 'id', value: cohort['id'], type: 'cohort' }],
        breakdownFilter: { breakdown_type: 'cohort', breakdown: [cohort['id'], 'all'] },
      },
    },
  });
  await make('insights/', {
    name: 'By HogQL',
    query: {
      kind: 'DataVisualizationNode',
      source: {
        kind: 'HogQLQuery',
        query: `SELECT count() FROM events WHERE person_id IN COHORT ${String(cohort['id'])}`,
      },
    },
  });
  await make('annotations/', {
    content: 'Release 1',
    date_marker: '2026-01-05T10:00:00Z',
    scope: 'dashboard_item',
    dashboard_item: insight['id'],
  });
  return dashboard;
}

function group(values: readonly Body[]): Body {
  return { properties: { type: 'AND', values: [{ type: 'AND', values }] } };
}

/** Events of some users (signed in, merged, anonymous): four per user, and one for each of five companies. */
export function sourceEvents(users: number): readonly Body[] {
  const companies = Array.from({ length: 5 }, (_, company) => ({
    ...{ event: '$groupidentify', distinct_id: 'user-0@example.com' },
    timestamp: '2026-01-01T10:05:00Z',
    properties: {
      $group_type: 'company',
      $group_key: `company-${company}`,
      $group_set: { size: company },
    },
  }));
  const visits = Array.from({ length: users }, (_, user) => {
    const at = (minute: number): string =>
      new Date(Date.UTC(2026, 0, 1 + (user % 20), 10, minute)).toISOString();
    const id = `user-${user}@example.com`;
    const anonymous = `anon-${user}`;
    const plan = user % 3 === 0 ? 'pro' : 'free';
    return [
      {
        ...{ event: '$pageview', distinct_id: anonymous, timestamp: at(1) },
        properties: { $current_url: 'https://example.com/', n: user },
      },
      {
        ...{ event: '$identify', distinct_id: id, timestamp: at(2) },
        properties: { $anon_distinct_id: anonymous, $set: { plan }, $set_once: { first: user } },
      },
      {
        ...{ event: 'order paid', distinct_id: id, timestamp: at(3) },
        properties: { plan, price: user / 10, $groups: { company: `company-${user % 5}` } },
      },
      {
        ...{ event: 'visit', distinct_id: `cookieless-${user}`, timestamp: at(4) },
        properties: { $process_person_profile: false },
      },
    ];
  });
  return [...visits.flat(), ...companies];
}

/** Lines of a batch export of events. One additional line has no distinct id. */
export function sourceRows(count: number): readonly string[] {
  const rows = Array.from({ length: count }, (_, index) => ({
    uuid: `0190aaaa-0000-4000-8000-${String(index).padStart(12, '0')}`,
    event: index % 3 === 0 ? '$pageview' : 'click',
    properties: { index, $current_url: `https://example.com/${index % 100}` },
    distinct_id: `visitor-${index % 2_000}`,
    timestamp: new Date(Date.UTC(2025, 5, 1) + index * 30_000).toISOString(),
    elements_chain: '',
  }));
  return [...rows, { ...rows[0], uuid: null, distinct_id: null }].map(
    (row) => `${JSON.stringify(row)}\n`,
  );
}
