/** Weak, because a proxy may encode the body. */
export function entityTagHeader(tag: string): string {
  return `W/"${tag}"`;
}

const ENTITY_TAG = /(?:W\/)?"([^"]*)"|([^",\s]+)/g;

/**
 * Does `If-None-Match` name the tag? Weak and strong forms, lists, `*` and, as some clients send it, the
 * bare value count.
 */
export function namesEntityTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === `W/"${tag}"`) return true;
  for (const [, quoted, bare] of header.matchAll(ENTITY_TAG)) {
    if (quoted === tag || bare === tag || bare === '*') return true;
  }
  return false;
}
