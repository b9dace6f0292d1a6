import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { REPOSITORY } from '../test-support/standalone';
import { readAlertRules } from './alert-rules';
import { expressionsOf, readDashboards } from './dashboards';
import { promtool } from './promtool';

const FOLDER = join(REPOSITORY, 'infra', 'prometheus');
const CASES = join(FOLDER, 'alerts.test.yml');

interface Cases {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}

/** Uses Prometheus's own tool, unpacked once from Debian's package (19 MB). */
describe('infra/prometheus, checked by promtool', () => {
  it('has rules and a configuration that Prometheus accepts', async () => {
    expect(await promtool('check', 'rules', join(FOLDER, 'alerts.yml'))).toContain('SUCCESS');
    expect(await promtool('check', 'config', join(FOLDER, 'prometheus.yml'))).toContain('SUCCESS');
  });

  it('has dashboards with expressions that Prometheus accepts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dashboards-'));
    const rules = readDashboards()
      .flatMap(expressionsOf)
      .map((expr, index) => ({ record: `panel:${index}`, expr }));
    try {
      await writeFile(
        join(folder, 'rules.yml'),
        stringify({ groups: [{ name: 'panels', rules }] }),
      );
      const said = await promtool('check', 'rules', join(folder, 'rules.yml'));
      expect(said).toContain(`${rules.length} rules found`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('fires every alert exactly when it should', async () => {
    expect(await promtool('test', 'rules', CASES)).toContain('SUCCESS');
    const { tests } = parse(readFileSync(CASES, 'utf8')) as Cases;
    const asked = tests.flatMap(({ alert_rule_test: cases }) => cases);
    for (const { alert } of readAlertRules()) {
      const cases = asked.filter(({ alertname }) => alertname === alert);
      const fires = cases.some(({ exp_alerts: expected }) => expected.length > 0);
      const keepsQuiet = cases.some(({ exp_alerts: expected }) => expected.length === 0);
      expect({ alert, fires, keepsQuiet }).toEqual({ alert, fires: true, keepsQuiet: true });
    }
  });
});
