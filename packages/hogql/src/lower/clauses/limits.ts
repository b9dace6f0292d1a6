import type { SelectQuery } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { SqlSelect } from '../../clickhouse-sql/nodes';
import { wholeNumber } from '../expressions/whole-number';

type Limited = Pick<SelectQuery, 'limit' | 'offset' | 'limitPercent' | 'limitWithTies' | 'orderBy'>;
type LoweredLimits = Pick<SqlSelect, 'limit' | 'offset'> & { readonly withTies: boolean };

/** Compiles LIMIT in rows or per cent, OFFSET and WITH TIES. */
export function lowerLimits(node: Limited): LoweredLimits {
  const withTies = node.limitWithTies === true;
  if (withTies && node.orderBy === null && node.limit !== null) {
    throw new HogQLError('hogql_query_error', 'WITH TIES needs ORDER BY', node.limit);
  }
  const limit = node.limitPercent === true ? fraction(node) : rows(node);
  const offset = node.offset === null ? null : wholeNumber(node.offset, 'OFFSET');
  return { limit, offset, withTies: withTies && limit !== null };
}

function rows({ limit }: Limited): number | null {
  return limit === null ? null : wholeNumber(limit, 'LIMIT');
}

/** `LIMIT 10 %` as the engine writes it: 0.1. 100 % needs no limit. */
function fraction({ limit }: Limited): number | null {
  if (limit === null) return null;
  const percent = limit.type === 'Constant' ? limit.value : null;
  if (typeof percent !== 'number' || !(percent >= 0 && percent <= 100)) {
    throw new HogQLError(
      'hogql_query_error',
      'LIMIT in per cent must be a constant between 0 and 100',
      limit,
    );
  }
  return percent === 100 ? null : percent / 100;
}
