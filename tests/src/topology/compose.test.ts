import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemas } from '@tidemark/configuration';
import { validate } from 'dockerfile-utils';
import { REPOSITORY } from '../test-support/standalone';
import {
  CLUSTER_COMPOSE_FILE,
  COMPOSE_FILE,
  KAFKA_COMPOSE_FILE,
  readComposeFile,
} from './compose-file';
import { lintProblems } from './lint-compose';

const OURS = ['edge', 'api', 'ingest-worker', 'query-worker', 'delivery', 'mcp'] as const;
const STORES = ['postgres', 'redis', 'clickhouse'];
const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');

const isOurs = (name: string): boolean => (OURS as readonly string[]).includes(name);

describe('docker-compose.yml', () => {
  const { services } = readComposeFile();

  it('is valid by the schema of compose files and by the linter', async () => {
    expect(await lintProblems(COMPOSE_FILE)).toEqual([]);
  });

  it('has a memory limit and a health check for every long-running service', () => {
    for (const name of [...OURS, ...STORES, 'gateway']) {
      expect(services[name]?.deploy?.resources?.limits?.memory).toMatch(/^\d+[mg]$/);
      const checked = services[name]?.healthcheck !== undefined || isOurs(name);
      expect({ name, checked }).toEqual({ name, checked: true });
    }
    expect(dockerfile).toContain('HEALTHCHECK');
  });

  it.each(OURS)('sets only variables that %s reads', (name) => {
    const given = Object.keys(services[name]?.environment ?? {});
    expect(given.length).toBeGreaterThan(3);
    expect(given.filter((variable) => !(variable in schemas[name].shape))).toEqual([]);
  });

  it('publishes one port, on the loopback interface unless HOST sets another one', () => {
    const open = Object.entries(services).filter(
      ([, service]) => 'ports' in service && service.profiles === undefined,
    );
    expect(open).toMatchObject([['gateway', { ports: ['${HOST:-127.0.0.1}:${PORT:-8000}:8000'] }]]);
  });

  it('stores the data of every store in a volume, and no data in a service', () => {
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

describe('every container', () => {
  const base = readComposeFile().services;
  const cluster = readComposeFile(CLUSTER_COMPOSE_FILE).services;
  const kafka = readComposeFile(KAFKA_COMPOSE_FILE).services;
  /** A service in a further file extends the one in the first file. */
  const services = Object.entries({ ...base, ...cluster, ...kafka }).map(
    ([name, service]) => [name, { ...base[name], ...service }] as const,
  );

  it.each(services)(
    '%s has no capabilities, cannot gain any, and has a read-only file system',
    (name, one) => {
      expect(one.read_only).toBe(true);
      expect(one.cap_drop).toEqual(['ALL']);
      expect(one.security_opt).toEqual(['no-new-privileges:true']);
      expect(one.privileged).toBeUndefined();
      expect(one.cap_add).toEqual(name === 'gateway' ? ['NET_BIND_SERVICE'] : undefined);
    },
  );

  it.each(services)('%s has no secret on its command line', (_, { command, entrypoint }) => {
    const words = [...(command ?? []), ...(entrypoint ?? [])].join(' ');
    expect(words).not.toMatch(/\$\{|PASSWORD|SECRET|requirepass/);
  });
});

describe('start-redis.sh', () => {
  const script = join(REPOSITORY, 'infra', 'redis', 'start-redis.sh');
  /** Replaces Redis by a script that prints its arguments and its input. */
  const shown = (password: string | undefined) => {
    const { REDISCLI_AUTH: _, ...environment } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'start-redis-'));
    const server = join(folder, 'server');
    writeFileSync(server, '#!/bin/sh\necho "arguments: $*"\ncat\n', { mode: 0o755 });
    const run = spawnSync(script, ['--port', '7'], {
      env: {
        ...environment,
        REDIS_SERVER: server,
        ...(password !== undefined && { REDISCLI_AUTH: password }),
      },
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    return run;
  };

  it('passes the password on standard input, not as an argument', () => {
    const { status, stdout } = shown('s3cret_-A');
    expect(status).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'arguments: - --port 7',
      'include /etc/redis/redis.conf',
      'requirepass s3cret_-A',
      '',
    ]);
  });

  it.each([undefined, '', 'two words', 'a\nrename-command FLUSHALL x', '"'])(
    'starts nothing with the password %j',
    (password) => {
      const { status, stdout, stderr } = shown(password);
      expect([status === 0, stdout]).toEqual([false, '']);
      expect(stderr).toContain('REDISCLI_AUTH');
    },
  );
});

describe('Prometheus', () => {
  it('scrapes each service at the metrics port of its image', () => {
    const port = /METRICS_PORT=(\d+)/.exec(dockerfile)?.[1];
    const config = readFileSync(join(REPOSITORY, 'infra/prometheus/prometheus.yml'), 'utf8');
    const asked = [...config.matchAll(/names: \[([\w-]+)\], type: A, port: (\d+)/g)];
    expect(asked.map(([, name]) => name).sort()).toEqual([...OURS].sort());
    expect(asked.map(([, , found]) => found)).toEqual(OURS.map(() => port));
  });
});

describe('Dockerfile', () => {
  it('is valid and runs as an ordinary user', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(dockerfile.match(/^USER node$/gm)).toHaveLength(2);
  });

  it('has no embedded engine in any image, because no service depends on it', () => {
    for (const name of [...OURS, 'cli'])
      expect([...closure(`services/${name}`)]).not.toContain('chdb');
  });
});

/** A workspace folder and all folders that it depends on at run time. */
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
