import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { plainIssue } from './plain-issue';
import { plainMessage } from './plain-message';

/** The environment violates a service's schema; the message is one line for the operator. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const FILE_SUFFIX = '_FILE';

/**
 * Reads a service's configuration from environment variables. Empty strings count as unset. Any variable may be in a
 * file instead, as container secrets are: `JWT_SECRET_FILE` is the path of a file with the value of `JWT_SECRET`; the
 * line break at its end is removed.
 * @throws ConfigError that lists every missing or invalid variable
 */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): z.infer<S> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse({ ...given, ...fromFiles(schema, given) });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemOf(issue, schema, given));
  throw new ConfigError(`Invalid configuration: ${problems.join('; ')}`);
}

/** One problem as a text for the operator: the variable, what is wrong with its value, and what is expected. */
function problemOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  given: Readonly<Record<string, string | undefined>>,
): string {
  const name = issue.path.join('.');
  const fields = 'shape' in schema ? (schema.shape as Record<string, z.ZodType | undefined>) : {};
  const meaning = fields[String(issue.path[0])]?.description;
  const value = given[name];
  if (value === undefined && given[name + FILE_SUFFIX] === undefined) {
    return meaning === undefined
      ? `${name} is not set`
      : `${name} is not set; expected: ${meaning}`;
  }
  return `${name}: ${plainIssue(issue)}`;
}

/** The values of files from `<NAME>_FILE`, for names in the schema. */
function fromFiles(
  schema: z.ZodType,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const files = names.flatMap((name) => {
    const path = given[name + FILE_SUFFIX];
    return path === undefined ? [] : [{ name, path }];
  });
  return Object.fromEntries(files.map(({ name, path }) => [name, read(name, path, given)]));
}

function read(
  name: string,
  path: string,
  given: Readonly<Record<string, string | undefined>>,
): string {
  if (given[name] !== undefined) {
    throw new ConfigError(
      `Invalid configuration: ${name} and ${name}${FILE_SUFFIX} are both set; one must go`,
    );
  }
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const reason = plainMessage(error);
    throw new ConfigError(`Invalid configuration: ${name}${FILE_SUFFIX}: ${reason}`);
  }
}
