import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '@tidemark/clickhouse';
import { schemas } from '@tidemark/configuration';
import { REPOSITORY } from '../test-support/standalone';
import { CLUSTER_COMPOSE_FILE, readComposeFile } from './compose-file';
import type { ComposeService } from './compose-file';
import { lintProblems } from './lint-compose';
import { everyElement, findElements, readXml } from './read-xml';
import type { XmlElement } from './read-xml';

const FOLDER = join(REPOSITORY, 'infra', 'clickhouse');
const read = (...path: string[]): XmlElement =>
  readXml(readFileSync(join(FOLDER, ...path), 'utf8'));
const textsOf = (element: XmlElement, ...path: string[]): string[] =>
  findElements(element, ...path).map(({ text }) => text);

const overlay = readComposeFile(CLUSTER_COMPOSE_FILE).services;
const base = readComposeFile().services;
const server = read('cluster', 'server.xml');
const keeper = read('cluster', 'keeper.xml');
/** The ClickHouse services, by the host name under which other nodes reach them. */
const nodes = new Map(
  Object.entries(overlay).flatMap(([name, service]): [string, ComposeService][] =>
    service.image?.includes('clickhouse') === true ? [[service.hostname ?? name, service]] : [],
  ),
);

describe('infra/clickhouse', () => {
  it.each([
    ['single', 'tidemark.xml'],
    ...['server', 'users', 'keeper'].map((f) => ['cluster', `${f}.xml`]),
  ])('%s/%s is well-formed', (folder, file) => {
    expect(read(folder, file)).toMatchObject({ name: 'clickhouse' });
  });

  it.each(['<a>', '<a></b>', '<a/><b/>', '<a>1 < 2</a>', 'a'])('%s is not', (text) => {
    expect(() => readXml(text)).toThrow();
  });

  it('has two shards with two replicas each; each replica is a service with the macros of its shard and replica', () => {
    const shards = findElements(server, 'remote_servers', 'tidemark', 'shard');
    expect(shards.map((shard) => textsOf(shard, 'internal_replication'))).toEqual([
      ['true'],
      ['true'],
    ]);
    const hosts = shards.map((shard) => textsOf(shard, 'replica', 'host'));
    expect(hosts.map(({ length }) => length)).toEqual([2, 2]);
    hosts.forEach((replicas, index) => {
      for (const host of replicas) {
        expect(nodes.get(host)?.environment).toMatchObject({
          CLICKHOUSE_SHARD: String(index + 1),
          CLICKHOUSE_REPLICA: host,
        });
      }
    });
    const others = [...nodes.keys()].filter((name) => !name.startsWith('keeper'));
    expect(others.sort()).toEqual(hosts.flat().sort());
  });

  it('has the macros and the cluster that the migrations use', () => {
    const [cluster] = findElements(server, 'remote_servers')[0]?.children ?? [];
    for (const name of ['migrate', 'api', 'query-worker']) {
      expect(overlay[name]?.environment).toEqual({ CLICKHOUSE_CLUSTER: cluster?.name });
    }
    expect('CLICKHOUSE_CLUSTER' in schemas.api.shape).toBe(true);
    const topology = { kind: 'cluster', cluster: cluster?.name ?? '' } as const;
    const statements = migrations.flatMap((migration) => migration.statements(topology)).join('\n');
    const named = [...statements.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const macros = findElements(server, 'macros')[0]?.children.map(({ name }) => name) ?? [];
    // `database` is a macro of the engine.
    expect(new Set(named)).toEqual(new Set([...macros, 'database']));
    expect(
      new Set([...statements.matchAll(/ON CLUSTER '(\w+)'/g)].map(([, name]) => name)),
    ).toEqual(new Set([cluster?.name]));
  });

  it('has three Keepers that are configured with each other, and servers that are configured with all of them', () => {
    const raft = findElements(keeper, 'keeper_server', 'raft_configuration', 'server');
    const members = raft.map((one) => [textsOf(one, 'hostname')[0], textsOf(one, 'id')[0]]);
    expect(members).toHaveLength(3);
    for (const [host = '', id] of members) {
      expect(nodes.get(host)?.environment).toEqual({ KEEPER_ID: id });
    }
    expect(textsOf(server, 'zookeeper', 'node', 'host')).toEqual(members.map(([host]) => host));
    expect(textsOf(keeper, 'keeper_server', 'tcp_port')).toEqual([
      ...new Set(textsOf(server, 'zookeeper', 'node', 'port')),
    ]);
  });

  it('gets every variable that its files use', () => {
    const readBy = (file: XmlElement): string[] =>
      everyElement(file).flatMap(({ attributes }) => attributes['from_env'] ?? []);
    for (const [name, { environment = {} }] of nodes) {
      const variables = readBy(name.startsWith('keeper') ? keeper : server);
      expect(Object.keys(environment)).toEqual(expect.arrayContaining(variables));
    }
  });
});

describe('docker-compose.cluster.yml', () => {
  it('is valid by the schema of compose files and by the linter', async () => {
    expect(await lintProblems(CLUSTER_COMPOSE_FILE, { 'require-project-name-field': 0 })).toEqual(
      [],
    );
  });

  it('changes only services of docker-compose.yml or adds new ones', () => {
    const added = Object.entries(overlay).filter(([, { image }]) => image === undefined);
    expect(added.map(([name]) => name).sort()).toEqual(['api', 'migrate', 'query-worker']);
    for (const [name] of added) expect(name in base).toBe(true);
  });

  it('mounts existing files, and stores the data of each node in a separate volume', () => {
    const volumes = new Set<string>();
    for (const [name, service] of Object.entries(overlay)) {
      for (const mount of service.volumes ?? []) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('./')) expect(existsSync(join(REPOSITORY, source))).toBe(true);
        else volumes.add(source);
      }
      if (service.image !== undefined) {
        const all = [...(base[name]?.volumes ?? []), ...(service.volumes ?? [])];
        expect(all.some((mount) => mount.startsWith(`${name}:/var/lib/`))).toBe(true);
      }
    }
    expect(volumes.size).toBe(6);
  });

  it('uses only variables that make-env.sh writes', () => {
    const text = readFileSync(CLUSTER_COMPOSE_FILE, 'utf8');
    const written = readFileSync(join(REPOSITORY, 'infra', 'compose', 'make-env.sh'), 'utf8');
    for (const [, name] of text.matchAll(/\$\{(\w+):\?/g)) {
      expect(written).toMatch(new RegExp(`^${name ?? ''}=`, 'm'));
    }
  });
});
