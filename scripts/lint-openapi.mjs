// Lints docs/openapi.json, the description of the API. Part of `npm run lint`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { root } from './lib/run.mjs';

/** Additional rules, and recommended rules that do not apply to this API. */
const RULES = {
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-summary': 'error',
  // The API has ids and words at the same place of a path (actions/{id}/ and actions/preview/); the router prefers
  // words.
  'no-ambiguous-paths': 'off',
  // The paths are those of PostHog, which end with a slash.
  'no-path-trailing-slash': 'off',
  // For objects that can only be marked as deleted, DELETE always returns an error.
  'operation-2xx-response': 'off',
  'tag-description': 'off',
};

const path = join(root, 'docs', 'openapi.json');
const problems = await lintFromString({
  source: readFileSync(path, 'utf8'),
  absoluteRef: path,
  config: await createConfig({ extends: ['recommended'], rules: RULES }),
});
for (const { ruleId, message, location } of problems) {
  console.log(`docs/openapi.json ${location[0]?.pointer}: ${message} (${ruleId})`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
