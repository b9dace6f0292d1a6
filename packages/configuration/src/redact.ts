const SECRET = /SECRET|PASSWORD|KEY$|OTLP_HEADERS$/;
const CREDENTIALS = /^([a-z+]+:\/\/)[^/]*@/i;

/**
 * A configuration that may be printed: only whether secrets are set, and addresses without user and password. Unset
 * values are left out.
 */
export function redacted(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined) return [];
      if (SECRET.test(name)) return [[name, '(set)']];
      if (typeof value !== 'string') return [[name, value]];
      return [[name, value.replace(CREDENTIALS, '$1***@')]];
    }),
  );
}
