import type { FlagReference } from '@tidemark/contracts';
import { z } from 'zod';
import { CommandError, EXIT } from '../exit-codes';

const pageSchema = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ key: z.string() })),
});
const errorSchema = z.object({ detail: z.string() });
const TIMEOUT_MS = 60_000;
const PAGE = 500;

/** The API of one project. */
export interface ProjectAccess {
  readonly url: string;
  readonly projectId: number;
  /** A personal API key with `feature_flag:read`, and `feature_flag:write` for an upload. */
  readonly key: string;
}

/** Reads the keys of the project's flags. @throws CommandError with the error of the API */
export async function readFlagKeys(access: ProjectAccess): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = pageSchema.parse(
      await call(access, 'GET', `feature_flags/?limit=${PAGE}&offset=${offset}`),
    );
    keys.push(...page.results.map(({ key }) => key));
    if (page.next === null) return keys;
  }
}

/** The number of references that the API accepts in one scan. */
const MAX_REFERENCES = 20_000;

/**
 * At most `max` references, so that every flag keeps some: calls before texts, which are weaker evidence. A common word
 * that is also the key of a flag can be in every file.
 */
export function limited(
  references: readonly FlagReference[],
  max = MAX_REFERENCES,
): readonly FlagReference[] {
  if (references.length <= max) return references;
  const each = perKey(references, max);
  const kept = new Map<string, number>();
  const isKept = ({ key }: FlagReference): boolean => {
    const count = (kept.get(key) ?? 0) + 1;
    kept.set(key, count);
    return count <= each;
  };
  return references
    .toSorted((a, b) => Number(b.kind === 'call') - Number(a.kind === 'call'))
    .filter(isKept)
    .slice(0, max);
}

/** The largest number of references per key with which all keys together have at most `max`; at least 1. */
function perKey(references: readonly FlagReference[], max: number): number {
  const counts = new Map<string, number>();
  for (const { key } of references) counts.set(key, (counts.get(key) ?? 0) + 1);
  let rest = max;
  let keys = counts.size;
  // What a rare key does not need is left for the more frequent ones.
  for (const count of [...counts.values()].toSorted((a, b) => a - b)) {
    if (count * keys > rest) break;
    rest -= count;
    keys -= 1;
  }
  return Math.max(1, Math.floor(rest / Math.max(1, keys)));
}

/**
 * Stores a scan, and replaces the previous one of the same repository.
 *
 * @returns the number of references that were stored
 * @throws CommandError
 */
export async function uploadScan(
  access: ProjectAccess,
  scan: {
    readonly repository: string;
    readonly revision: string;
    readonly files: number;
    readonly references: readonly FlagReference[];
  },
): Promise<number> {
  const references = limited(scan.references);
  await call(access, 'POST', 'feature_flags/code_references/', { ...scan, references });
  return references.length;
}

async function call(
  { url, projectId, key }: ProjectAccess,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const target = new URL(`/api/projects/${projectId}/${path}`, url);
  const response = await fetch(target, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as unknown;
  const said = errorSchema.safeParse(parsed(text)).data?.detail ?? response.statusText;
  throw new CommandError(`${target.host}: ${response.status} ${said}`, EXIT.failed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may respond with an HTML page.
    return null;
  }
}
