import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';

interface Metric {
  readonly type: string;
  readonly help: string;
  readonly services: string[];
}

/** Metrics of Node.js, which every process has and prom-client documents. */
const OF_NODE = /^(nodejs|process)_/;

/** The names of all metrics in the output of services, including the series of histograms. */
export function metricNames(texts: Iterable<string>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)/gm)) {
      names.add(name);
      if (type !== 'histogram') continue;
      for (const part of ['bucket', 'sum', 'count']) names.add(`${name}_${part}`);
    }
  }
  return names;
}

/** The rows of the metrics table in docs/operations.md, generated from the /metrics output of each service. */
export function metricsTable(shown: ReadonlyMap<string, string>): readonly string[] {
  const metrics = new Map<string, Metric>();
  for (const [service, text] of shown) {
    const helps = new Map(
      [...text.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]),
    );
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)/gm)) {
      if (OF_NODE.test(name)) continue;
      const metric = metrics.get(name) ?? { type, help: helps.get(name) ?? '', services: [] };
      metric.services.push(service);
      metrics.set(name, metric);
    }
  }
  return [...metrics]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, { type, help, services }]) =>
      [
        `\`${name}\``,
        type,
        services.length === shown.size ? 'all' : services.join(', '),
        help,
      ].join(' | '),
    );
}

/** The rows of the metrics table that docs/operations.md contains. */
export function documentedMetrics(): readonly string[] {
  const page = readFileSync(join(REPOSITORY, 'docs', 'operations.md'), 'utf8');
  const [, table = ''] = /<!-- metrics -->([\s\S]*?)<!-- end -->/.exec(page) ?? [];
  return [...table.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  );
}
