import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../test-support/standalone';

interface Ingress {
  readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  readonly spec: {
    readonly rules: readonly [
      {
        readonly http: {
          readonly paths: readonly {
            readonly path: string;
            readonly backend: { readonly service: { readonly name: string } };
          }[];
        };
      },
    ];
  };
}

const PREFIX = 'nginx.ingress.kubernetes.io/';

/**
 * The configuration that ingress-nginx generates from `infra/kubernetes/ingress.yaml`, as far as it concerns framing,
 * routing and headers: locations by regular expression, sorted by length; pooled connections; header lines; defaults.
 *
 * @param directory a separate folder for temporary files
 */
export function nginxConfiguration(given: {
  readonly directory: string;
  readonly port: number;
  readonly upstreams: Readonly<Record<string, number>>;
}): string {
  const file = readFileSync(join(REPOSITORY, 'infra', 'kubernetes', 'ingress.yaml'), 'utf8');
  const { metadata, spec } = parse(file) as Ingress;
  const annotation = (name: string): string => metadata.annotations[PREFIX + name] ?? '';
  const paths = [...spec.rules[0].http.paths].sort((a, b) => b.path.length - a.path.length);
  const { directory } = given;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${directory}/pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  underscores_in_headers on;
  ignore_invalid_headers on;
  client_header_buffer_size 1k;
  large_client_header_buffers 4 8k;
  map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
  ${Object.entries(given.upstreams)
    .map(([name, port]) => `upstream ${name} { server 127.0.0.1:${port}; keepalive 320; }`)
    .join('\n  ')}
  server {
    listen 127.0.0.1:${given.port};
    client_max_body_size ${annotation('proxy-body-size')};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
    proxy_set_header X-Request-ID $request_id;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Port $server_port;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_buffering ${annotation('proxy-buffering')};
    proxy_request_buffering on;
    proxy_read_timeout ${annotation('proxy-read-timeout')};
    proxy_next_upstream ${annotation('proxy-next-upstream')};
    ${paths
      .map(
        ({ path, backend }) =>
          `location ~* "^${path}" { proxy_pass http://${backend.service.name}; }`,
      )
      .join('\n    ')}
  }
}
`;
}
