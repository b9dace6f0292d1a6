/**
 * Disabled rules: the order of keys is a matter of style; an image that is built here needs a name to be pushed; the
 * interface of the only published port is a variable (127.0.0.1), which the linter does not resolve.
 */
const RULES = {
  'no-build-and-image': 0,
  'no-unbound-port-interfaces': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'top-level-properties-order': 0,
} as const;

/** The part of the linter's interface that is used; a CommonJS module cannot resolve the linter's own types. */
interface LinterModule {
  readonly DCLinter: new (config: object) => {
    lintFiles(paths: readonly string[], recursive: boolean): { readonly messages: unknown[] }[];
  };
}

/** The problems that the schema of compose files and the linter find in a file. */
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
