import type { Query } from '@tidemark/client';
import { z } from 'zod';
import { readTool } from '../tool';
import { limit, offset, search } from './inputs';

const listExperiments = readTool({
  name: 'list_experiments',
  title: 'List experiments',
  description: 'Experiments with their flag, whether they run, and their metrics.',
  scopes: ['experiment:read'],
  input: { search, limit: limit(100, 30), offset },
  async run({ search: part, ...page }, { client, signal }) {
    const { results, count } = await client.get('/api/projects/{project_id}/experiments/', {
      query: { ...page, ...(part !== undefined && { search: part }) },
      signal,
    });
    return {
      summary: `${results.length} of ${count} experiments.`,
      data: results.map(({ id, name, feature_flag_key, start_date, end_date, metrics }) => {
        const names = metrics.map(({ name: metric }) => metric ?? null);
        return { id, name, flag: feature_flag_key, start_date, end_date, metrics: names };
      }),
      more: 'Use search or offset.',
    };
  },
});

const experimentResults = readTool({
  name: 'experiment_results',
  title: 'Results of an experiment',
  description:
    'Exposures of each variant and, for each metric, how the variants compare with the baseline: effect, interval, significance or chance to win.',
  scopes: ['experiment:read', 'query:read'],
  input: { id: z.int() },
  async run({ id }, { client, signal }) {
    const experiment = await client.get('/api/projects/{project_id}/experiments/{id}/', {
      path: { id },
      signal,
    });
    const { name, feature_flag_key: flag, start_date, end_date, metrics } = experiment;
    if (start_date === null) {
      return { summary: `"${name}" has not been launched: there are no results.` };
    }
    const results = [];
    for (const metric of metrics.slice(0, 10)) {
      const query = { kind: 'ExperimentQuery', experiment_id: id, metric } as unknown;
      const { baseline, variant_results } = await client.query(query as Query<'ExperimentQuery'>, {
        signal,
      });
      results.push({ metric: metric['name'] ?? metric['metric_type'], baseline, variant_results });
    }
    const significant = results.filter(({ variant_results }) =>
      variant_results.some((variant) => variant.significant === true),
    );
    return {
      summary: `"${name}" (flag ${flag}), ${end_date === null ? 'running' : 'ended'}: ${significant.length} of ${results.length} metrics are significant.`,
      data: { start_date, end_date, results },
      more: 'Only the first 10 metrics are computed.',
    };
  },
});

export const experimentTools = [listExperiments, experimentResults];
