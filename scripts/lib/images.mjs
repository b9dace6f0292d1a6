import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The files that name container images of other publishers. */
export function imageFiles() {
  const kubernetes = join('infra', 'kubernetes');
  return [
    'Dockerfile',
    'docker-compose.yml',
    'docker-compose.cluster.yml',
    'docker-compose.kafka.yml',
    ...readdirSync(join(root, kubernetes)).map((file) => join(kubernetes, file)),
  ];
}

const NAMED = /^(\s*(?:image:|ARG NODE_IMAGE=)\s*)([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?\s*$/;

/**
 * Returns the container images of other publishers that a file names: `{ line, before, name, digest }`; the digest is
 * null if the file has none. Tidemark's own images, which are built from the Dockerfile, are left out.
 */
export function imagesIn(text) {
  return text.split('\n').flatMap((content, line) => {
    const [, before, name, digest] = NAMED.exec(content) ?? [];
    if (name === undefined || name.startsWith('tidemark/')) return [];
    return [{ line, before, name, digest: digest?.slice(1) ?? null }];
  });
}

/** Returns the images of all files, each with its file. */
export function allImages() {
  return imageFiles().flatMap((file) =>
    imagesIn(readFileSync(join(root, file), 'utf8')).map((image) => ({ file, ...image })),
  );
}
