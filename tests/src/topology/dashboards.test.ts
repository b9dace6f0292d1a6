import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readComposeFile } from './compose-file';
import { GRAFANA, readDashboards } from './dashboards';

const provisioned = (path: string): unknown =>
  parse(readFileSync(join(GRAFANA, 'provisioning', path), 'utf8'));

describe('infra/grafana', () => {
  const dashboards = readDashboards();

  it('has a dashboard for each service and one of all, each with an id of its own', () => {
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
    '%s: panels of their own ids lie beside each other, not on each other',
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

  it('reads from the source that is provisioned, which compose has', () => {
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

  it('finds the dashboards where compose mounts them', () => {
    const { providers } = provisioned('dashboards/tidemark.yml') as {
      providers: { options: { path: string } }[];
    };
    const path = providers[0]?.options.path ?? '';
    expect(readComposeFile().services['grafana']?.volumes).toContain(
      `./infra/grafana/dashboards:${path}:ro`,
    );
  });
});
