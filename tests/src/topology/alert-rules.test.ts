import { readAlertRules } from './alert-rules';

describe('infra/prometheus/alerts.yml', () => {
  const rules = readAlertRules();

  it('names each alert once', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a summary, an action and a severity',
    (_, { annotations, labels, metrics }) => {
      expect(Object.keys(annotations).sort()).toEqual(['action', 'summary']);
      expect(['page', 'ticket']).toContain(labels['severity']);
      expect(metrics.length).toBeGreaterThan(0);
    },
  );

  it('finds metrics inside functions, labels and ranges', () => {
    const late = rules.find(({ alert }) => alert === 'IngestionStalled');
    expect(late?.metrics).toEqual(['ingest_lag_events', 'ingest_events_total']);
  });
});
