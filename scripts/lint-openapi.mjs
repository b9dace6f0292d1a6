// Lints docs/openapi.json, the committed description of the API. A part of npm run lint.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { root } from './lib/run.mjs';

/** Rules beyond the recommended ones, and those that do not hold here. */
const RULES = {
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-summary': 'error',
  // Ids stand beside words, actions/{id}/ and actions/preview/; words win.
  'no-ambiguous-paths': 'off',
  // Paths are the original's.
  'no-path-trailing-slash': 'off',
  // DELETE of what is only marked as deleted is always rejected.
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
