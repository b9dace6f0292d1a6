import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { schemas } from '@tidemark/configuration';
import { parse, parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { REPOSITORY } from '../test-support/standalone';

const FOLDER = join(REPOSITORY, 'infra', 'kubernetes');
/** The metrics port of every service. No Kubernetes Service exposes it, so no ingress can reach it. */
const METRICS_PORT = 9100;
const SERVICES = ['edge', 'api', 'ingest-worker', 'query-worker', 'delivery', 'mcp'] as const;

interface Container {
  readonly image: string;
  readonly ports: readonly { readonly containerPort: number }[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly readinessProbe: { readonly httpGet: { readonly path: string; readonly port: number } };
  readonly livenessProbe: { readonly httpGet: { readonly path: string; readonly port: number } };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

interface PodSpec {
  readonly containers: readonly [Container];
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly terminationGracePeriodSeconds: number;
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly { readonly key: string; readonly values: string[] }[];
}

interface PolicyRule {
  readonly from?: readonly object[];
  readonly to?: readonly { readonly ipBlock?: { readonly except: readonly string[] } }[];
  readonly ports: readonly { readonly port: number }[];
}

interface PolicySpec {
  readonly podSelector: Selector;
  readonly ingress?: readonly PolicyRule[];
  readonly egress?: readonly PolicyRule[];
}

const DNS_PORT = 53;

/** An empty selector selects every pod. */
function selects({ matchLabels = {}, matchExpressions = [] }: Selector, app: string): boolean {
  const { app: wanted = app } = matchLabels;
  return wanted === app && matchExpressions.every(({ values }) => values.includes(app));
}

function manifests(file: string): readonly Manifest[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });
}

function deploymentOf(name: string): {
  pod: PodSpec;
  container: Container;
  spec: Manifest['spec'];
} {
  const [deployment] = manifests(`${name}.yaml`);
  if (deployment?.kind !== 'Deployment') throw new Error(`${name} has no deployment`);
  const { spec: pod } = deployment.spec['template'] as { spec: PodSpec };
  return { pod, container: pod.containers[0], spec: deployment.spec };
}

describe('infra/kubernetes', () => {
  it('lists every manifest, with an image for each', () => {
    const list = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8')) as {
      resources: string[];
      images: { name: string }[];
    };
    const files = readdirSync(FOLDER).filter((file) => file !== 'kustomization.yaml');
    expect([...list.resources].sort()).toEqual(files.sort());
    const images = SERVICES.map((name) => deploymentOf(name).container.image);
    expect(list.images.map(({ name }) => name)).toEqual(expect.arrayContaining(images));
  });

  it.each(SERVICES)('%s: gets only variables that it reads, and all that it requires', (name) => {
    const { container } = deploymentOf(name);
    const shape: Readonly<Record<string, z.ZodType>> = schemas[name].shape;
    const given = container.env.map((variable) => variable.name);
    expect(given.filter((variable) => !(variable in shape))).toEqual([]);
    const required = Object.entries(shape).flatMap(([variable, type]) =>
      type.safeParse(undefined).success ? [] : [variable],
    );
    expect(given).toEqual(expect.arrayContaining(required));
  });

  it.each(SERVICES)('%s: has suitable probes, users and timeouts', (name) => {
    const { pod, container } = deploymentOf(name);
    const port = schemas[name].shape.PORT.parse(undefined);
    expect(container.ports).toEqual([
      { containerPort: port },
      { name: 'metrics', containerPort: METRICS_PORT },
    ]);
    expect(container.readinessProbe.httpGet).toEqual({ path: '/_readyz', port });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/_livez', port });
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    const drain = container.env.find((variable) => variable.name === 'SHUTDOWN_DRAIN_SECONDS');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(drain?.value ?? 0) + 15,
    );
  });

  it('denies traffic that no policy allows', () => {
    const policies = manifests('network-policies.yaml');
    expect(policies.every(({ kind }) => kind === 'NetworkPolicy')).toBe(true);
    expect(policies.map(({ spec }) => spec)).toContainEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    // A rule without `from` would allow traffic from everywhere.
    for (const { ingress = [] } of policies.map(({ spec }) => spec as unknown as PolicySpec)) {
      for (const rule of ingress) expect(rule.from?.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['edge', [8001, METRICS_PORT], [5432, 6379]],
    ['api', [8004, METRICS_PORT], [443, 5432, 6379, 8123]],
    ['ingest-worker', [METRICS_PORT], [5432, 6379, 8123]],
    ['query-worker', [METRICS_PORT], [443, 5432, 6379, 8004, 8123]],
    ['delivery', [METRICS_PORT], [443, 465, 587, 5432, 6379, 8123]],
    ['mcp', [8006, METRICS_PORT], [8004]],
    ['migrate', [], [5432, 8123]],
  ])('%s: has traffic only on the ports that it needs', (app, reached, reaches) => {
    const own = manifests('network-policies.yaml')
      .map(({ spec }) => spec as unknown as PolicySpec)
      .filter(({ podSelector }) => selects(podSelector, app));
    const ports = (rules: readonly PolicyRule[]): number[] =>
      rules
        .flatMap((rule) => rule.ports.map(({ port }) => port))
        .filter((port) => port !== DNS_PORT)
        .sort((a, b) => a - b);
    expect(ports(own.flatMap(({ ingress = [] }) => ingress))).toEqual(reached);
    expect(ports(own.flatMap(({ egress = [] }) => egress))).toEqual(reaches);
    const web = own
      .flatMap(({ egress = [] }) => egress)
      .filter((rule) => rule.ports.some(({ port }) => port === 443));
    for (const { to } of web) expect(to?.[0]?.ipBlock?.except).toContain('169.254.0.0/16');
  });

  it('gives pods the labels that the policies select', () => {
    const [job] = manifests('migrate.yaml');
    for (const [name, spec] of [
      ...SERVICES.map((service) => [service, deploymentOf(service).spec] as const),
      ['migrate', job?.spec ?? {}] as const,
    ]) {
      expect(spec['template']).toMatchObject({ metadata: { labels: { app: name } } });
    }
  });

  it.each(SERVICES)(
    '%s: has at least two pods, of which one may be unavailable, and is scaled automatically',
    (name) => {
      const { spec } = deploymentOf(name);
      const [, budget, scaler] = manifests(`${name}.yaml`);
      expect(spec['replicas']).toBe(2);
      expect(budget).toMatchObject({ kind: 'PodDisruptionBudget', spec: { maxUnavailable: 1 } });
      expect(scaler).toMatchObject({
        kind: 'HorizontalPodAutoscaler',
        spec: { minReplicas: 2, scaleTargetRef: { kind: 'Deployment', name } },
      });
    },
  );
});
