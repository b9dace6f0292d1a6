import fc from 'fast-check';
import ts from 'typescript';
import { projectTypes } from './project-types';

/** Returns the names of the members of an interface in a declaration file, as the compiler parses them. */
function membersOf(text: string, wanted: string): string[] {
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.Latest);
  const found = file.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === wanted,
  );
  return (found?.members ?? []).map(({ name }) => (name as ts.StringLiteral).text);
}

const HOSTILE = [
  'a"b',
  "it's",
  'x*/ y',
  '${z}',
  'line\nbreak',
  '\u2028',
  '}; declare const a: 1; {',
];

it('writes any name as a string, and any description as a comment', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(...HOSTILE));
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 5 }), text, (names, description) => {
      const own = names.filter((name) => !name.startsWith('$'));
      const properties = own.map((name) => ({ name, type: 'String' as const }));
      const events = names.map((name) => ({ name, description, properties }));
      const flags = own.map((key) => ({
        key,
        description,
        variants: own,
        payloads: [{ [key]: 1 }],
      }));
      const types = projectTypes({ projectId: 1, events, flags });
      expect(membersOf(types, 'ProjectEvents')).toEqual([...own].sort());
      expect(membersOf(types, 'ProjectFlags')).toEqual([...own].sort());
      const { diagnostics = [] } = ts.transpileModule(types, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
    }),
  );
});

it('has the types of the taxonomy, of variants and of payloads', () => {
  const types = projectTypes({
    projectId: 7,
    events: [
      {
        name: 'order paid',
        description: 'Money came in',
        properties: [
          { name: 'revenue', type: 'Numeric' },
          { name: '$browser', type: 'String' },
          { name: 'mixed', type: null },
        ],
      },
      { name: '$pageview', description: '', properties: [] },
    ],
    flags: [
      { key: 'on-off', description: '', variants: [], payloads: [] },
      {
        key: 'text',
        description: '',
        variants: ['a', 'b'],
        payloads: [{ size: 1, tags: ['x', null] }, 'plain'],
      },
      { key: 'secret', description: '', variants: [], payloads: null },
    ],
  });
  const body = types.slice(
    types.indexOf('/** Events with'),
    types.indexOf('/** Events of the SDKs'),
  );
  expect(`${body.trimEnd()}\n`).toBe(`/** Events with their properties. */
export interface ProjectEvents {
  /** Money came in */
  "order paid": {
    "mixed"?: unknown;
    "revenue"?: number | \`\${number}\`;
  };
}

/** Flags with their values. */
export interface ProjectFlags {
  "on-off": { value: boolean; payload: undefined };
  "secret": { value: boolean; payload: unknown };
  "text": { value: "a" | "b" | false; payload: string | { "size": number; "tags": (null | string)[] } };
}
`);
});
