import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@tidemark/cli';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import { createProject } from './source-project';

type Body = Readonly<Record<string, unknown>>;

interface Report {
  readonly problems: readonly { readonly kind: string; readonly name: string }[];
  readonly reconciliation: { readonly equal: boolean; readonly rejected: number };
}

/** What refers to something by an id or a name that another project does not have. */
describe('references in an imported project', () => {
  let product: Standalone;
  let api: ApiClient;
  let folder: string;
  let source: { readonly id: number; readonly token: string };
  let survey: string;
  let cohort: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-references-'));
    product = await startStandalone({ readyTimeoutMs: 180_000 });
    api = createApiClient(product.url, product.personalApiKey);
    source = await createProject(api, 'Source');
    cohort = await fill();
  }, 300_000);
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  });

  const make = async (path: string, body: object): Promise<Body> => {
    const made = await api.post(`/api/projects/${source.id}/${path}`, body);
    if (made.status >= 300) throw new Error(`${path}: ${JSON.stringify(made.body)}`);
    return made.body as Body;
  };

  const fill = async (): Promise<number> => {
    // This makes the ids in the source differ from those in the target.
    await make('cohorts/', { name: 'First', is_static: true });
    const pro = [{ key: 'plan', value: 'pro', type: 'person', operator: 'exact' }];
    const filters = { properties: { type: 'AND', values: [{ type: 'AND', values: pro }] } };
    const { id } = await make('cohorts/', { name: 'Pro users', filters });
    const hogql = (query: string) => ({ kind: 'HogQLQuery', query });
    const members = `SELECT count() FROM cohort_people WHERE cohort_id IN (${String(id)})`;
    await make('warehouse_saved_queries/', { name: 'base', query: hogql(members) });
    await make('warehouse_saved_queries/', { name: 'above', query: hogql('SELECT 1 FROM base') });
    const dashboard = await make('dashboards/', { name: 'Overview' });
    await make('insights/', {
      name: 'Members',
      dashboards: [dashboard['id']],
      query: { kind: 'DataVisualizationNode', source: hogql(members) },
    });
    await overrideTile(dashboard, Number(id));
    await make('annotations/', {
      ...{ content: 'All', date_marker: '2026-01-05T10:00:00Z', scope: 'organization' },
    });
    const series = [{ kind: 'EventsNode', event: 'survey sent' }];
    const trend = await make('insights/', {
      name: 'Answers',
      query: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', series } },
    });
    const threshold = { configuration: { type: 'absolute', bounds: { lower: 1 } } };
    await make('alerts/', {
      ...{ name: 'Few', insight: trend['id'], subscribed_users: [], threshold },
    });
    const questions = [{ type: 'open', question: 'How was it?' }];
    const asked = await make('surveys/', { name: 'How was it?', type: 'popover', questions });
    survey = String(asked['id']);
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: source.token, batch: answers() }),
    });
    expect(response.status).toBe(200);
    await waitUntil(async () =>
      expect(await api.hogql(source.id, 'SELECT count() FROM events')).toEqual([[2]]),
    );
    return Number(id);
  };

  const overrideTile = async (dashboard: Body, id: number): Promise<void> => {
    const path = `/api/projects/${source.id}/dashboards/${String(dashboard['id'])}/`;
    const [tile] = ((await api.get(path)).body as { tiles: { id: number }[] }).tiles;
    const properties = [{ type: 'cohort', key: 'id', value: id }];
    const tiles = [{ id: tile?.id, filters_overrides: { properties } }];
    expect((await api.patch(path, { tiles })).status).toBe(200);
  };

  const answers = () =>
    ['survey shown', 'survey sent'].map((event, index) => ({
      ...{ event, distinct_id: 'ann', timestamp: `2026-01-0${index + 2}T10:00:00Z` },
      properties: { $survey_id: survey, $set: { [`$survey_responded/${survey}`]: true } },
    }));

  const tidemark = async (...args: string[]): Promise<string> => {
    const out: string[] = [];
    const err: string[] = [];
    const env = { DATA_DIR: product.dataDir, IMPORT_SOURCE_KEY: product.personalApiKey };
    const terminal = { out: (t: string) => void out.push(t), err: (t: string) => void err.push(t) };
    if ((await runCommand(args, env, terminal)) !== 0) throw new Error(err.join('\n'));
    return out.join('\n');
  };

  const listOf = async (project: number, path: string): Promise<readonly Body[]> =>
    ((await api.get(`/api/projects/${project}/${path}`)).body as { results: Body[] }).results;

  it.each(['address', 'files'])(
    'are those of the target, by %s',
    async (way) => {
      const { id } = await createProject(api, `Target by ${way}`);
      const to = join(folder, 'export');
      if (way === 'files') await tidemark('export', '--project', String(source.id), '--to', to);
      const from =
        way === 'files'
          ? ['--files', to]
          : ['--address', product.url, '--source-project', String(source.id)];
      const target = ['--project', String(id), '--json'];
      const report = JSON.parse(await tidemark('import', 'posthog', ...target, ...from)) as Report;
      expect(report.problems).toMatchObject([{ kind: 'alert', name: 'Few' }]);
      expect(report.reconciliation).toMatchObject({ equal: true, rejected: 0 });

      const cohorts = await listOf(id, 'cohorts/');
      const own = Number(cohorts.find(({ name }) => name === 'Pro users')?.['id']);
      expect(own).not.toBe(cohort);
      const members = `SELECT count() FROM cohort_people WHERE cohort_id IN (${own})`;
      const [insight] = await listOf(id, 'insights/');
      expect(insight).toMatchObject({ query: { source: { query: members } } });
      const views = await listOf(id, 'warehouse_saved_queries/');
      expect(views.map(({ name }) => name).toSorted()).toEqual(['above', 'base']);
      expect(await api.hogql(id, 'SELECT count() FROM above')).toEqual([[1]]);

      const annotations = await listOf(id, 'annotations/');
      expect(annotations.map(({ content }) => content)).toEqual(['All']);

      const [dashboard] = await listOf(id, 'dashboards/');
      const whole = await api.get(`/api/projects/${id}/dashboards/${String(dashboard?.['id'])}/`);
      expect(whole.body).toMatchObject({
        tiles: [{ filters_overrides: { properties: [{ type: 'cohort', value: own }] } }],
      });

      const [asked] = await listOf(id, 'surveys/');
      const moved = String(asked?.['id']);
      expect(moved).not.toBe(survey);
      const stats = await api.get(`/api/projects/${id}/surveys/${moved}/stats/`);
      expect(stats.body).toMatchObject({ stats: { 'survey sent': { total_count: 1 } } });
      const [person] = await listOf(id, 'persons/');
      expect(person).toMatchObject({ properties: { [`$survey_responded/${moved}`]: true } });
    },
    300_000,
  );
});
