import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemas } from '@tidemark/configuration';
import { REPOSITORY } from '../test-support/standalone';
import { environmentOf, KAFKA_COMPOSE_FILE, readComposeFile } from './compose-file';
import { lintProblems } from './lint-compose';

const file = readComposeFile(KAFKA_COMPOSE_FILE);
const base = readComposeFile().services;
const brokers = Object.entries(file.services).filter(([, { image }]) => image !== undefined);
const clients = Object.entries(file.services).filter(([, { image }]) => image === undefined);
const PASSWORD = 'a-password';
const environment = (name: string) => environmentOf(file, name, { KAFKA_PASSWORD: PASSWORD });

describe('docker-compose.kafka.yml', () => {
  it('is valid by the schema of compose files and by the linter', async () => {
    expect(await lintProblems(KAFKA_COMPOSE_FILE, { 'require-project-name-field': 0 })).toEqual([]);
  });

  it('has three brokers, each with a separate volume, that are configured with each other', () => {
    expect(brokers).toHaveLength(3);
    const voters = brokers.map(([name], at) => `${at + 1}@${name}:9093`).join();
    const { CLUSTER_ID: cluster = '' } = environment('kafka-1');
    expect(Buffer.from(cluster, 'base64url')).toHaveLength(16);
    brokers.forEach(([name, { volumes, deploy, healthcheck }], at) => {
      expect(environment(name)).toMatchObject({
        CLUSTER_ID: cluster,
        KAFKA_NODE_ID: String(at + 1),
        KAFKA_CONTROLLER_QUORUM_VOTERS: voters,
        KAFKA_ADVERTISED_LISTENERS: `CLIENTS://${name}:9092`,
        KAFKA_LISTENERS: 'CLIENTS://:9092,CONTROLLER://:9093',
      });
      const folder = environment(name)['KAFKA_LOG_DIRS'] ?? '';
      expect(volumes).toEqual([`${name}:${folder}`]);
      expect(deploy?.resources?.limits?.memory).toMatch(/^\d+m$/);
      expect(healthcheck).toBeDefined();
    });
  });

  it('moves the log of all services that have one', () => {
    const withLog = Object.keys(base).filter(
      (name) => name in schemas && 'INGEST_LOG_URL' in schemas[name as keyof typeof schemas].shape,
    );
    expect(clients.map(([name]) => name).sort()).toEqual(withLog.sort());
    const hosts = brokers.map(([host]) => `${host}:9092`).join();
    for (const [name] of clients) {
      expect(environment(name)).toEqual({
        INGEST_LOG_URL: `kafka://tidemark:${PASSWORD}@${hosts}?sasl=plain`,
      });
    }
  });

  it('uses only variables that make-env.sh writes', () => {
    const written = readFileSync(join(REPOSITORY, 'infra', 'compose', 'make-env.sh'), 'utf8');
    expect(written).toMatch(/^KAFKA_PASSWORD=/m);
    const used = readFileSync(KAFKA_COMPOSE_FILE, 'utf8').matchAll(/\$\{(\w+)/g);
    expect([...new Set([...used].map(([, name]) => name))]).toEqual(['KAFKA_PASSWORD']);
  });
});
