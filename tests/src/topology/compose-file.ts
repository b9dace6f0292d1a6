import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../test-support/standalone';

export const COMPOSE_FILE = join(REPOSITORY, 'docker-compose.yml');
/** The compose file that adds a ClickHouse cluster to docker-compose.yml. */
export const CLUSTER_COMPOSE_FILE = join(REPOSITORY, 'docker-compose.cluster.yml');
/** The compose file that moves the ingest log to Kafka. */
export const KAFKA_COMPOSE_FILE = join(REPOSITORY, 'docker-compose.kafka.yml');

export interface ComposeService {
  readonly image?: string;
  readonly hostname?: string;
  readonly build?: { readonly context: string; readonly target: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly healthcheck?: object;
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly memory?: string } } };
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly entrypoint?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}

/** Reads a compose file. Anchors and merge keys are resolved; variables are not replaced. */
export function readComposeFile(path = COMPOSE_FILE): ComposeFile {
  return parse(readFileSync(path, 'utf8'), { merge: true }) as ComposeFile;
}

/**
 * Replaces `${NAME:-default}` and `${NAME:?message}` as compose does.
 *
 * @throws Error for a variable without a value
 */
function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+)(?::(-|\?)([^}]*))?\}/g,
    (_, name: string, form: string | undefined, rest: string | undefined) => {
      const value = values[name];
      if (value !== undefined && value !== '') return value;
      if (form === '-') return rest ?? '';
      throw new Error(`${name} has no value: ${rest ?? 'unset'}`);
    },
  );
}

/** The environment variables that compose sets for a service. */
export function environmentOf(
  file: ComposeFile,
  service: string,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const given = file.services[service]?.environment ?? {};
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, interpolate(text, values)]),
  );
}
