import { execFileSync } from 'node:child_process';
import { REPOSITORY } from '../test-support/standalone';

/** Jest does not load ES modules, so that the linter runs in a separate Node.js process. */
const SCRIPT = `
import { Linter } from 'eslint';
import rule from './scripts/lint-rules/max-own-lines.mjs';
const config = { plugins: { own: { rules: { lines: rule } } }, rules: { 'own/lines': ['error', { max: 5 }] } };
const messages = new Linter().verify(process.argv[1], [config]);
console.log(JSON.stringify(messages.map(({ line, message }) => [line, message])));
`;

function problems(code: string): unknown {
  const args = ['--input-type=module', '-e', SCRIPT, code];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' }));
}

const lines = (count: number): string => 'work();\n'.repeat(count);

it('reports a function with more lines of its own than allowed', () => {
  expect(problems(`function long() {\n${lines(4)}}`)).toEqual([
    [1, 'This function has 6 lines of its own, more than 5: split it.'],
  ]);
  expect(problems(`function short() {\n${lines(3)}}`)).toEqual([]);
});

it('does not count the lines of functions inside', () => {
  const inner = `const inner = () => {\n${lines(3)}};\n`;
  expect(problems(`function factory() {\n${inner}${inner.replace('inner', 'other')}}`)).toEqual([
    [1, 'This function has 6 lines of its own, more than 5: split it.'],
  ]);
  expect(problems(`function factory() {\n${inner}}`)).toEqual([]);
});
