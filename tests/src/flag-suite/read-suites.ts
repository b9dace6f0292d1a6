import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { REPOSITORY } from '../test-support/standalone';
import { suiteSchema, type Suite } from './format';

/** The folder with the files of the suite. */
const SUITE_DIRECTORY = join(REPOSITORY, 'conformance', 'flags');
export const SCHEMA_FILE = join(SUITE_DIRECTORY, 'suite.schema.json');

/**
 * Reads all files of the suite, by names such as `operators/dates`.
 *
 * @throws Error if a file is malformed
 */
export function readSuites(): ReadonlyMap<string, Suite> {
  const files = readdirSync(SUITE_DIRECTORY, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== SCHEMA_FILE)
    .sort();
  return new Map(
    files.map((file) => [
      relative(SUITE_DIRECTORY, file).replace(/\.json$/, ''),
      suiteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
    ]),
  );
}

/** The files of one kind, for `describe.each`. */
export function suitesOf<K extends Suite['kind']>(
  kind: K,
): (readonly [string, Extract<Suite, { kind: K }>])[] {
  const isOfKind = (suite: Suite): suite is Extract<Suite, { kind: K }> => suite.kind === kind;
  return [...readSuites()].flatMap(([name, suite]) =>
    isOfKind(suite) ? [[name, suite] as const] : [],
  );
}
