import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readComposeFile } from './compose-file';
import { GRAFANA, readDashboards } from './dashboards';

const provisioned = (path: string): unknown =>
  parse(readFileSync(join(GRAFANA, 'provisioning', path), 'utf8'));

describe('infra/grafana', () => {
  const dashboards = readDashboards();

  it('has a dashboard for each service and one for all, with different ids', () => {
    expect(dashboards.map(({ uid }) => uid).sort()).toEqual(
      ['api', 'delivery', 'edge', 'ingestion', 'overview', 'queries'].map(
        (name) => `tidemark-${name}`,
      ),
    );
    const tags = new Set(dashboards.flatMap((dashboard) => dashboard.tags));
    expect([...tags].sort()).toEqual([
      ...['api', 'delivery', 'edge', 'ingest-worker', 'query-worker', 'tidemark'],
    ]);
  });

  it.each(dashboards.map((dashboard) => [dashboard.uid, dashboard] as const))(
    '%s: panels have different ids and do not overlap',
    (_, { panels }) => {
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      const taken = new Set<string>();
      for (const { gridPos } of panels) {
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
            expect(taken.has(`${x} ${y}`)).toBe(false);
            taken.add(`${x} ${y}`);
          }
        }
      }
    },
  );

  it('uses the provisioned data source, whose host is a service of compose', () => {
    const { datasources } = provisioned('datasources/prometheus.yml') as {
      datasources: { uid: string; url: string }[];
    };
    const [source] = datasources;
    expect(Object.keys(readComposeFile().services)).toContain(new URL(source?.url ?? '').hostname);
    const named = dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ datasource, targets }) => [
        datasource,
        ...targets.map((t) => t.datasource),
      ]),
    );
    expect(new Set(named.map(({ uid }) => uid))).toEqual(new Set([source?.uid]));
  });

  it('reads the dashboards from the folder that compose mounts', () => {
    const { providers } = provisioned('dashboards/tidemark.yml') as {
      providers: { options: { path: string } }[];
    };
    const path = providers[0]?.options.path ?? '';
    expect(readComposeFile().services['grafana']?.volumes).toContain(
      `./infra/grafana/dashboards:${path}:ro`,
    );
  });
});
