// npm run images: asks Docker Hub for the digest of every image that the Dockerfile, the compose files and the
// Kubernetes manifests name by a tag, and writes it beside the tag. With --check, it writes nothing and exits with 1 if
// an image has no digest or if its tag now has another one, and with 75 if the registry could not be asked.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allImages, imageFiles, imagesIn } from './lib/images.mjs';
import { NOT_RUN } from './lib/outcome.mjs';
import { root } from './lib/run.mjs';

const TIMEOUT_MS = 20_000;
/** The digest of the multi-architecture image is preferred: it is valid for all architectures. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const checkOnly = process.argv.includes('--check');
const names = [...new Set(allImages().map(({ name }) => name))];
try {
  const entries = await Promise.all(names.map(async (name) => [name, await digestOf(name)]));
  const current = new Map(entries);
  if (checkOnly) check(current);
  else for (const file of imageFiles()) pin(file, current);
} catch (error) {
  console.log(`not run: ${error.message}${error.cause ? ` (${error.cause.message})` : ''}`);
  process.exitCode = NOT_RUN;
}

/**
 * Asks the registry for the digest of an image.
 *
 * @throws Error if the registry does not return a digest
 */
async function digestOf(name) {
  const [path, tag] = name.split(':');
  const repository = path.includes('/') ? path : `library/${path}`;
  const scope = `service=registry.docker.io&scope=repository:${repository}:pull`;
  const signal = globalThis.AbortSignal.timeout(TIMEOUT_MS);
  const granted = await fetch(`https://auth.docker.io/token?${scope}`, { signal });
  if (!granted.ok) throw new Error(`auth.docker.io returned ${granted.status} for ${name}`);
  const { token } = await granted.json();
  const response = await fetch(`https://registry-1.docker.io/v2/${repository}/manifests/${tag}`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}`, Accept: MANIFESTS },
    signal,
  });
  const digest = response.headers.get('docker-content-digest') ?? '';
  if (!response.ok || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    throw new Error(`the registry names no digest for ${name}: ${response.status}`);
  }
  return digest;
}

function check(current) {
  for (const { file, line, name, digest } of allImages()) {
    const wanted = current.get(name);
    if (digest === wanted) continue;
    console.log(
      `${file}:${line + 1} ${name}: ${digest ?? 'no digest'}, the registry has ${wanted}`,
    );
    process.exitCode = 1;
  }
}

function pin(file, current) {
  const text = readFileSync(join(root, file), 'utf8');
  const lines = text.split('\n');
  for (const { line, before, name, digest } of imagesIn(text)) {
    if (digest === current.get(name)) continue;
    lines[line] = `${before}${name}@${current.get(name)}`;
    console.log(`${file}:${line + 1} ${name} is ${current.get(name)} now`);
  }
  if (lines.join('\n') !== text) writeFileSync(join(root, file), lines.join('\n'));
}
