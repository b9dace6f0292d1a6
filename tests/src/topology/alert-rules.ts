import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../test-support/standalone';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** The names of the metrics in the expression, without the suffixes of histogram series. */
  readonly metrics: readonly string[];
}

/** Keywords of PromQL that look like names of metrics. */
const NOT_METRICS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'le']);

export function readAlertRules(): readonly AlertRule[] {
  const file = parse(
    readFileSync(join(REPOSITORY, 'infra', 'prometheus', 'alerts.yml'), 'utf8'),
  ) as { groups: { rules: Omit<AlertRule, 'metrics'>[] }[] };
  return file.groups
    .flatMap(({ rules }) => rules)
    .map((rule) => ({ ...rule, metrics: metricsIn(rule.expr) }));
}

/** The metrics in an expression: names that are not functions, labels or keywords. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without)\s*\([^)]*\)/g, '');
  const names = [...bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?!\s*\()/gi)].map(
    ([, name]) => name ?? '',
  );
  return [...new Set(names)]
    .filter((name) => !NOT_METRICS.has(name))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
}
