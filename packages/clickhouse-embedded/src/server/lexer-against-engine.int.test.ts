import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { LexError, tokenise } from '../sql/lexer';
import { openEngine, type Engine } from './engine';

/** The lexer must never find fewer statements in a text than the parser of the engine. */
let dataDir: string;
let engine: Engine;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'clickhouse-embedded-'));
  engine = await openEngine(dataDir, 1024 ** 3);
});
afterAll(async () => {
  engine.close();
  await rm(dataDir, { recursive: true, force: true });
});

const fragment = fc.constantFrom(
  "'",
  '"',
  '`',
  '\\',
  ';',
  '--',
  '\n',
  '/*',
  '*/',
  '//',
  '# ',
  '#!',
  '$',
  '$a$',
  '$$',
  '\u2018',
  '\u2019',
  '\u201c',
  '\u201d',
  'SELECT',
  '1',
  ',',
  ' ',
  "x'",
  "b'",
  "''",
  "\\'",
  '\0',
  '\t',
  'a',
  '(',
  ')',
  '; DROP TABLE t',
  "'a'",
  '\u00a0',
  '\ufeff',
  '{',
  '}',
);

function semicolonsInside(sql: string): number {
  const tokens = tokenise(sql);
  while (tokens.at(-1)?.text === ';') tokens.pop();
  return tokens.filter((token) => token.text === ';').length;
}

it('the engine finds no second statement in a text in which the lexer finds none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fragment, { maxLength: 14 }),
      fc.boolean(),
      async (pieces, select) => {
        const sql = `${select ? 'SELECT 1 ' : ''}${pieces.join('')}`;
        let ours: number;
        try {
          ours = semicolonsInside(sql);
        } catch (error) {
          expect(error).toBeInstanceOf(LexError);
          return;
        }
        const { statementCount } = await engine.classify(sql);
        if (ours === 0)
          expect({ sql, statementCount }).toEqual({
            sql,
            statementCount: Math.min(statementCount, 1),
          });
      },
    ),
    { numRuns: 3000 },
  );
});
