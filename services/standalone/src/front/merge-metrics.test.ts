import { mergeMetrics } from './merge-metrics';

const api = `# HELP cpu_seconds_total CPU time.
# TYPE cpu_seconds_total counter
cpu_seconds_total{service="api"} 1

# HELP wait_seconds Time.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="1",service="api"} 2
wait_seconds_sum{service="api"} 3
`;
const edge = `# HELP cpu_seconds_total CPU time.
# TYPE cpu_seconds_total counter
cpu_seconds_total{service="edge"} 4
`;

describe('mergeMetrics', () => {
  it('describes each family once, with all samples below it', () => {
    expect(mergeMetrics([api, edge])).toBe(`# HELP cpu_seconds_total CPU time.
# TYPE cpu_seconds_total counter
cpu_seconds_total{service="api"} 1
cpu_seconds_total{service="edge"} 4

# HELP wait_seconds Time.
# TYPE wait_seconds histogram
wait_seconds_bucket{le="1",service="api"} 2
wait_seconds_sum{service="api"} 3
`);
  });

  it('returns the text of a single process unchanged, and an empty text without processes', () => {
    expect(mergeMetrics([api])).toBe(api);
    expect(mergeMetrics([])).toBe('');
  });
});
