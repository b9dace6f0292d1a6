import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Files that name images of others. */
export function imageFiles() {
  const kubernetes = join('infra', 'kubernetes');
  return [
    'Dockerfile',
    'docker-compose.yml',
    'docker-compose.cluster.yml',
    ...readdirSync(join(root, kubernetes)).map((file) => join(kubernetes, file)),
  ];
}

const NAMED = /^(\s*(?:image:|ARG NODE_IMAGE=)\s*)([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?\s*$/;

/**
 * Images of others in a file: `{ line, before, name, digest }`, the digest null where there is none. Our own, which are
 * built from the Dockerfile, are not among them.
 */
export function imagesIn(text) {
  return text.split('\n').flatMap((content, line) => {
    const [, before, name, digest] = NAMED.exec(content) ?? [];
    if (name === undefined || name.startsWith('tidemark/')) return [];
    return [{ line, before, name, digest: digest?.slice(1) ?? null }];
  });
}

/** All of them, by file. */
export function allImages() {
  return imageFiles().flatMap((file) =>
    imagesIn(readFileSync(join(root, file), 'utf8')).map((image) => ({ file, ...image })),
  );
}
