/** Returns a weak entity tag, because a proxy may encode the body. */
export function entityTagHeader(tag: string): string {
  return `W/"${tag}"`;
}

const ENTITY_TAG = /(?:W\/)?"([^"]*)"|([^",\s]+)/g;

/**
 * Whether `If-None-Match` contains the tag: in weak or strong form, in a list, as `*`, or without quotes, as some
 * clients send it.
 */
export function namesEntityTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === `W/"${tag}"`) return true;
  for (const [, quoted, bare] of header.matchAll(ENTITY_TAG)) {
    if (quoted === tag || bare === tag || bare === '*') return true;
  }
  return false;
}
