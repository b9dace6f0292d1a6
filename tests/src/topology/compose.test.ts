import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemas } from '@tidemark/configuration';
import { validate } from 'dockerfile-utils';
import { REPOSITORY } from '../support/standalone';
import { COMPOSE_FILE, readComposeFile } from './compose-file';
import { lintProblems } from './lint-compose';

const OURS = ['edge', 'api', 'ingest-worker', 'query-worker'] as const;
const STORES = ['postgres', 'redis', 'clickhouse'];
const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');

const isOurs = (name: string): boolean => (OURS as readonly string[]).includes(name);

describe('docker-compose.yml', () => {
  const { services } = readComposeFile();

  it('fits the schema of compose files and the linter finds nothing', async () => {
    expect(await lintProblems(COMPOSE_FILE)).toEqual([]);
  });

  it('gives every long-running service a limit of memory, and a health check', () => {
    for (const name of [...OURS, ...STORES, 'gateway']) {
      expect(services[name]?.deploy?.resources?.limits?.memory).toMatch(/^\d+[mg]$/);
      const checked = services[name]?.healthcheck !== undefined || isOurs(name);
      expect({ name, checked }).toEqual({ name, checked: true });
    }
    expect(dockerfile).toContain('HEALTHCHECK');
  });

  it.each(OURS)('gives %s variables that it reads', (name) => {
    const given = Object.keys(services[name]?.environment ?? {});
    expect(given.length).toBeGreaterThan(3);
    expect(given.filter((variable) => !(variable in schemas[name].shape))).toEqual([]);
  });

  it('opens one port, on the loopback interface unless HOST says otherwise', () => {
    const open = Object.entries(services).filter(
      ([, service]) => 'ports' in service && service.profiles === undefined,
    );
    expect(open).toMatchObject([['gateway', { ports: ['${HOST:-127.0.0.1}:${PORT:-8000}:8000'] }]]);
  });

  it('keeps the data of every store in a volume, and nothing in a service', () => {
    for (const name of STORES) {
      expect(services[name]?.volumes?.[0]).toMatch(new RegExp(`^${name}:/`));
    }
    for (const name of OURS) expect(services[name]?.volumes).toBeUndefined();
  });

  it('builds each service from a stage of the Dockerfile', () => {
    for (const name of [...OURS, 'cli']) {
      const target = services[name === 'cli' ? 'migrate' : name]?.build?.target;
      expect(dockerfile).toMatch(new RegExp(`^FROM .* AS ${target ?? 'none'}$`, 'm'));
    }
  });
});

describe('Dockerfile', () => {
  it('is valid and runs as an ordinary user', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(dockerfile.match(/^USER node$/gm)).toHaveLength(2);
  });

  it('has no embedded engine in any image: no service depends on it', () => {
    for (const name of [...OURS, 'cli'])
      expect([...closure(`services/${name}`)]).not.toContain('chdb');
  });
});

/** Everything a workspace folder depends on when it runs. */
function closure(folder: string, seen = new Set<string>()): Set<string> {
  const file = join(REPOSITORY, folder, 'package.json');
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const [name, range] of Object.entries(dependencies)) {
    if (seen.has(name)) continue;
    seen.add(name);
    if (range.startsWith('workspace:')) closure(`packages/${name.replace('@tidemark/', '')}`, seen);
  }
  return seen;
}
