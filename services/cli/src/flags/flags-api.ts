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

/** Stores a scan, and replaces the previous one of the same repository. @throws CommandError */
export async function uploadScan(
  access: ProjectAccess,
  scan: {
    readonly repository: string;
    readonly revision: string;
    readonly files: number;
    readonly references: readonly FlagReference[];
  },
): Promise<void> {
  await call(access, 'POST', 'feature_flags/code_references/', scan);
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
