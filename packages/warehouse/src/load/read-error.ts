import type { WarehouseFormat } from '@tidemark/contracts';
import { WarehouseSourceError } from '../errors';

/** Error codes of a broken connection, after which a retry may succeed. */
const BROKEN = /^(?:E[A-Z]{3,}|ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/;

/** Converts any error of a read to a message for users. */
export function toReadError(error: unknown, format: WarehouseFormat): WarehouseSourceError {
  if (error instanceof WarehouseSourceError) return error;
  const { code } = Object(error) as { readonly code?: unknown };
  if (typeof code === 'string' && BROKEN.test(code)) {
    return new WarehouseSourceError(`The data stopped before its end (${code}).`, {
      cause: error,
      isTransient: true,
    });
  }
  if (typeof code === 'string' && code.startsWith('Z_')) {
    return new WarehouseSourceError('The file is compressed and damaged.', { cause: error });
  }
  return new WarehouseSourceError(`The file cannot be read as ${format}.`, { cause: error });
}
