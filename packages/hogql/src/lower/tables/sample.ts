import type { JoinExpr, RatioExpr, SampleExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { TableReader } from '../scope/table-reader';

const HASHES = 2n ** 64n;
/** Ratios are read with this precision. */
const PARTS = 1_000_000_000;

/** Keeps the rows whose hash of the distinct id is in the part that SAMPLE defines. */
export function sampled(node: JoinExpr, reader: TableReader): TableReader {
  const sample = node.sample ?? null;
  if (sample === null) return reader;
  const ratio = ratioOf(sample.ratio);
  const offset = sample.offset === null ? 0 : ratioOf(sample.offset);
  if (ratio === 1 && offset === 0) return reader;
  if (reader.sample === undefined || !reader.sample(hashRange(offset, offset + ratio))) {
    throw new HogQLError('hogql_query_error', 'SAMPLE needs a table with distinct ids', sample);
  }
  return reader;
}

function ratioOf(value: SampleExpr['ratio']): number {
  if (value.type === 'Placeholder') {
    throw new HogQLError('hogql_query_error', 'Unresolved placeholder', value);
  }
  const ratio =
    numberOf(value, value.left.value) /
    (value.right === null ? 1 : numberOf(value, value.right.value));
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new HogQLError('hogql_query_error', 'A sampling ratio must be between 0 and 1', value);
  }
  return ratio;
}

function numberOf(at: RatioExpr, value: unknown): number {
  if (typeof value === 'number') return value;
  throw new HogQLError('hogql_query_error', 'A sampling ratio must be between 0 and 1', at);
}

/** First and last hash of a part of all hashes; empty if the first is greater than the last. */
function hashRange(from: number, to: number): { first: bigint; last: bigint } {
  const at = (ratio: number): bigint =>
    (HASHES * BigInt(Math.round(Math.min(ratio, 1) * PARTS))) / BigInt(PARTS);
  return { first: at(from), last: at(to) - 1n };
}
