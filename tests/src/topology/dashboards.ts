import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { REPOSITORY } from '../test-support/standalone';

export const GRAFANA = join(REPOSITORY, 'infra', 'grafana');

const source = z.strictObject({ type: z.literal('prometheus'), uid: z.string() });

/** The fields that Grafana needs to show a panel. */
const panelSchema = z.object({
  id: z.int().min(1),
  type: z.enum(['timeseries', 'stat']),
  title: z.string().min(3),
  datasource: source,
  gridPos: z.strictObject({
    h: z.int().min(1),
    w: z.int().min(1).max(24),
    x: z.int().min(0).max(23),
    y: z.int().min(0),
  }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }) }),
  targets: z
    .array(
      z.object({
        refId: z.string().regex(/^[A-Z]$/),
        datasource: source,
        expr: z.string().min(2),
        legendFormat: z.string().min(1),
      }),
    )
    .min(1),
});

const dashboardSchema = z.object({
  uid: z.string().regex(/^tidemark-[a-z]+$/),
  title: z.string(),
  tags: z.array(z.string()),
  schemaVersion: z.int().min(36),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  panels: z.array(panelSchema).min(4),
});

export type Dashboard = z.infer<typeof dashboardSchema>;

/**
 * Reads the dashboards of infra/grafana.
 *
 * @throws Error for a dashboard that Grafana could not show
 */
export function readDashboards(): readonly Dashboard[] {
  const folder = join(GRAFANA, 'dashboards');
  return readdirSync(folder).map((file) =>
    dashboardSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
}

/** All expressions of a dashboard, with a range instead of Grafana's variable. */
export function expressionsOf({ panels }: Dashboard): readonly string[] {
  return panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  );
}
