/**
 * Orders are ours to choose; an image that is built here needs a name to be pushed; the interface of the one open
 * port is a variable (127.0.0.1), which the linter does not read.
 */
const RULES = {
  'no-build-and-image': 0,
  'no-unbound-port-interfaces': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'top-level-properties-order': 0,
} as const;

/** The part of the linter that is used; its own types do not resolve for a CommonJS importer. */
interface LinterModule {
  readonly DCLinter: new (config: object) => {
    lintFiles(paths: readonly string[], recursive: boolean): { readonly messages: unknown[] }[];
  };
}

/** What the schema of compose files, or the linter, finds wrong with one. */
export async function lintProblems(
  file: string,
  rules: Readonly<Record<string, number>> = {},
): Promise<unknown[]> {
  const { DCLinter } = (await import('dclint')) as unknown as LinterModule;
  const linter = new DCLinter({
    rules: { ...RULES, ...rules },
    quiet: true,
    debug: false,
    exclude: [],
  });
  return linter.lintFiles([file], false).flatMap(({ messages }) => messages);
}
