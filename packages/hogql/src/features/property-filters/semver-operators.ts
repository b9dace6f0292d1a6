import type { AstBuilder } from '../../syntax/build';
import type { CompareOp, ConstantValue, Expr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { Operator } from './operator';

const VERSION = '(\\d+(\\.\\d+)+|\\d+)';

type Version = readonly [major: number, minor: number, patch: number];

/** Major, minor and patch number of the version in the property's text, as an array; empty if it is not a version. */
function versionOf(property: Expr, ast: AstBuilder): Expr {
  const text = ast.call('extract', ast.call('toString', property), ast.constant(VERSION));
  const part = (index: number): Expr =>
    ast.call(
      'toIntOrZero',
      ast.call(
        'arrayElement',
        ast.call('splitByChar', ast.constant('.'), text),
        ast.constant(index),
      ),
    );
  return ast.call('tuple', part(1), part(2), part(3));
}

function wanted(value: ConstantValue): { numbers: number[]; parts: number } {
  const [, digits] = /^[v=\s]*(\d+(?:\.\d+){0,3})/.exec(String(value ?? '')) ?? [];
  if (digits === undefined) {
    throw new HogQLError('hogql_query_error', 'A version filter needs a version such as 1.2.3');
  }
  const numbers = digits.split('.').map(Number);
  return { numbers, parts: numbers.length };
}

function full(numbers: readonly number[]): Version {
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}

function compare(property: Expr, op: CompareOp, version: Version, ast: AstBuilder): Expr {
  return ast.and([
    ast.call('match', ast.call('toString', property), ast.constant('\\d')),
    ast.compare(
      op,
      versionOf(property, ast),
      ast.call('tuple', ...version.map((part) => ast.constant(part))),
    ),
  ]);
}

const plain = (op: CompareOp): Operator => {
  return (property, values, { ast }) =>
    ast.or(values.map((value) => compare(property, op, full(wanted(value).numbers), ast)));
};

/** The range from the version itself (included) to its `next` version (excluded). */
function range(next: (version: Version, parts: number) => Version): Operator {
  return (property, values, { ast }) =>
    ast.or(
      values.map((value) => {
        const { numbers, parts } = wanted(value);
        const from = full(numbers);
        return ast.and([
          compare(property, '>=', from, ast),
          compare(property, '<', next(from, parts), ast),
        ]);
      }),
    );
}

const nextMajor = ([major]: Version): Version => [major + 1, 0, 0];
const nextMinor = ([major, minor]: Version): Version => [major, minor + 1, 0];
const nextPatch = ([major, minor, patch]: Version): Version => [major, minor, patch + 1];

/** `^0.2.3` stays below 0.3.0, `^0.0.3` below 0.0.4. */
function caret(version: Version): Version {
  if (version[0] > 0) return nextMajor(version);
  return version[1] > 0 ? nextMinor(version) : nextPatch(version);
}

/** Versions compare number by number. */
export const semverOperators: Readonly<Record<string, Operator>> = {
  semver_eq: plain('=='),
  semver_neq: (property, values, context) =>
    context.ast.not(plain('==')(property, values, context)),
  semver_gt: plain('>'),
  semver_gte: plain('>='),
  semver_lt: plain('<'),
  semver_lte: plain('<='),
  semver_tilde: range((version, parts) => (parts === 1 ? nextMajor(version) : nextMinor(version))),
  semver_caret: range(caret),
  semver_wildcard: range((version, parts) =>
    parts === 1 ? nextMajor(version) : parts === 2 ? nextMinor(version) : nextPatch(version),
  ),
};
