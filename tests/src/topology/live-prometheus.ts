import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@tidemark/platform';
import { stringify } from 'yaml';
import { findDebianProgram } from '../test-support/debian-program';
import { REPOSITORY } from '../test-support/standalone';

/** A Prometheus that scrapes running processes and evaluates the alerts of infra/prometheus with short intervals. */
export interface LivePrometheus {
  /** The alerts that are firing, with their labels. */
  firing(): Promise<ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>>;
  stop(): Promise<void>;
}

const EVERY = '1s';
const SCRAPE_TIMEOUT = '900ms';

/** The rules with shorter waiting times: seconds instead of minutes. */
function hurried(rules: string): string {
  return (
    rules
      .replace(/\bfor: \d+m\b/g, 'for: 1s')
      .replace(/\[\d+m\]/g, '[8s]')
      // This threshold is also a time.
      .replace(/(ingest_oldest_event_age_seconds\)) > 60/, '$1 > 2')
  );
}

/**
 * Starts Prometheus with shortened alert rules.
 *
 * @param jobs addresses (host:port) of the processes of each service
 */
export async function startPrometheus(
  jobs: Readonly<Record<string, readonly string[]>>,
): Promise<LivePrometheus> {
  const program = await findDebianProgram('prometheus', 'prometheus', ['--version']);
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const rules = await readFile(join(REPOSITORY, 'infra', 'prometheus', 'alerts.yml'), 'utf8');
  await writeFile(join(folder, 'alerts.yml'), hurried(rules));
  await writeFile(
    join(folder, 'prometheus.yml'),
    stringify({
      global: {
        scrape_interval: EVERY,
        scrape_timeout: SCRAPE_TIMEOUT,
        evaluation_interval: EVERY,
      },
      rule_files: ['alerts.yml'],
      scrape_configs: Object.entries(jobs).map(([job, targets]) => ({
        job_name: job,
        static_configs: [{ targets }],
      })),
    }),
  );
  const address = `127.0.0.1:${await findFreePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    async firing() {
      const response = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: Record<string, string> }[] };
      };
      const found = new Map<string, Record<string, string>[]>();
      for (const { state, labels } of data.alerts) {
        const name = labels['alertname'] ?? '';
        if (state === 'firing') found.set(name, [...(found.get(name) ?? []), labels]);
      }
      return found;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
