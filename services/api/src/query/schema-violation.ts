import type { ApiError } from '@tidemark/platform';
import { parseError } from '@tidemark/platform';
import { supportedKinds } from '@tidemark/query-engine';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * The error for a body that is not a valid query request: one `parse_error` with all problems, in the format of
 * PostHog's validator, which clients show unchanged.
 * @param under path of the checked value, for problems inside `query`
 */
export function schemaViolation(error: z.ZodError, under: readonly string[] = []): ApiError {
  const lines = error.issues.map((issue) => describe(issue, under));
  const count = `${lines.length} validation error${lines.length === 1 ? '' : 's'}`;
  return parseError([`${count} for QueryRequest`, ...lines].join('\n'));
}

function describe(issue: Issue, under: readonly string[]): string {
  const path = [...under, ...issue.path.map(String)];
  if (/^query\.(?:source\.)*kind$/.test(path.join('.'))) {
    return `${path.slice(0, -1).join('.')}\n  ${kindProblem(issue.input)}`;
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map((key) => `${[...path, key].join('.')}\n  Extra inputs are not permitted`)
      .join('\n');
  }
  return `${path.join('.')}\n  ${'input' in issue && issue.input === undefined ? 'Field required' : issue.message}`;
}

function kindProblem(kind: unknown): string {
  if (typeof kind !== 'string') return "Unable to extract tag using discriminator 'kind'";
  const expected = supportedKinds()
    .map((known) => `'${known}'`)
    .join(', ');
  return `Input tag '${kind.slice(0, 100)}' found using 'kind' does not match any of the expected tags: ${expected}`;
}
