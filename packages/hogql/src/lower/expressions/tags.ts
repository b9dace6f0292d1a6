import type { Expr, HogQLXAttribute, HogQLXTag } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { didYouMean } from '../scope/hints';
import { call, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { Environment } from '../scope/environment';
import type { Typed } from '../scope/typed';
import { typed } from '../scope/typed';

/** Tags that clients support, with their attributes; all may have children (`docs/wire/hogql.md#tags`). */
const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Sparkline', ['data', 'name', 'names', 'color', 'colors', 'labels', 'type']],
  ['a', ['href', 'target', 'source']],
  ['RecordingButton', ['sessionId', 'recordingStatus']],
  ['ExplainCSPReport', ['properties']],
  ...(
    'redacted em strong span div p pre code h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tr th td ' +
    'blockquote hr b i u'
  )
    .split(' ')
    .map((kind): [string, string[]] => [kind, []]),
]);

const CHILDREN = 'children';

/** A tag as the nested tuple that clients render: `('__hx_tag', kind, name, value, ...)`. */
export function lowerTag(node: HogQLXTag, env: Environment): Typed {
  const known = ATTRIBUTES.get(node.kind);
  if (known === undefined) {
    const hint = didYouMean(node.kind, ATTRIBUTES.keys());
    throw new HogQLError('hogql_query_error', `Unknown tag: ${node.kind}${hint}`, node);
  }
  const allowed = [...known, CHILDREN];
  const attributes = node.attributes.flatMap((attribute) => {
    checkAttribute(node, attribute, allowed);
    return [text(attribute.name), valueOf(attribute.value, env)];
  });
  return typed(call('tuple', text('__hx_tag'), text(node.kind), ...attributes), typeOf('Tuple'));
}

function checkAttribute(
  { kind }: HogQLXTag,
  attribute: HogQLXAttribute,
  allowed: readonly string[],
): void {
  const { name, value } = attribute;
  if (!allowed.includes(name)) {
    const hint = didYouMean(name, allowed);
    throw new HogQLError(
      'hogql_query_error',
      `Tag ${kind} has no attribute ${name}${hint}`,
      attribute,
    );
  }
  const isLink = kind === 'a' && (name === 'href' || name === 'source');
  if (isLink && !isList(value) && value.type === 'Constant' && !isWebAddress(value.value)) {
    throw new HogQLError(
      'hogql_query_error',
      'A link must start with http:// or https://',
      attribute,
    );
  }
}

/** Computed links are checked by the client that renders them. */
function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value);
}

function valueOf(value: HogQLXAttribute['value'], env: Environment): SqlExpr {
  if (!isList(value)) return env.lower(value).sql;
  return call('tuple', ...value.map((item) => env.lower(item).sql));
}

function isList(value: Expr | readonly Expr[]): value is readonly Expr[] {
  return Array.isArray(value);
}
