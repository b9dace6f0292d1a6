import { repairText } from '@tidemark/domain';

/** UTF-16 units; queries take nothing for granted of longer names, and of none with a NUL. */
const MAX_NAME = 200;

/** Names of a document whose values are neither text nor null, as ClickHouse has them. */
export function* nonTextNames(document: Readonly<Record<string, unknown>>): Generator<string> {
  for (const name in document) {
    const value = document[name];
    if (typeof value === 'string' || value === null || value === undefined) continue;
    if (name.length > MAX_NAME || name.includes('\0')) continue;
    yield repairText(name);
  }
}
