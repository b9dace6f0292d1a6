import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const COMPOSE = 'docker-compose.yml';
const KUBERNETES = 'infra/kubernetes/kustomization.yaml';

/** The files that contain the version of the product. */
function files() {
  const packages = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const manifests = ['.', 'tests', 'bench', ...packages]
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(join(root, file)));
  return [...manifests, COMPOSE, KUBERNETES];
}

/** A pattern of the version in a file: the text before the version, then the version. */
export function versionPattern(file) {
  if (file === COMPOSE) return /(TIDEMARK_VERSION:-)(\d+\.\d+\.\d+)/g;
  if (file === KUBERNETES) return /(newTag: )(\d+\.\d+\.\d+)/g;
  return /^( {2}"version": ")(\d+\.\d+\.\d+)/gm;
}

/** Returns the version at each place of each file: `{ file, version }`. */
export function statedVersions() {
  return files().flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(versionPattern(file))].map(
      ([, , version]) => ({ file, version }),
    ),
  );
}
