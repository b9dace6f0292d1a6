import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What a schema expected instead of the given value, as a text for an operator without technical terms of schemas. */
export function plainIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${withArticle(issue.expected)}`;
    case 'too_small':
      return `expected ${amount('at least', Number(issue.minimum), issue.origin)}`;
    case 'too_big':
      return `expected ${amount('at most', Number(issue.maximum), issue.origin)}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message;
    default:
      return issue.message;
  }
}

const FORMATS: Readonly<Record<string, string | undefined>> = {
  url: 'expected a URL',
  email: 'expected an e-mail address',
  uuid: 'expected a UUID',
};

function amount(bound: string, count: number, origin: string): string {
  const plural = count === 1 ? '' : 's';
  switch (origin) {
    case 'string':
      return `${bound} ${count} character${plural}`;
    case 'array':
    case 'set':
      return `${bound} ${count} value${plural}`;
    default:
      return `a number of ${bound} ${count}`;
  }
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
