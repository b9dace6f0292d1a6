import type { SealedBox } from '@tidemark/platform';
import { WarehouseSourceError } from './errors';
import type { BucketCredential } from './sources/bucket';

function contextOf(tableId: string): string {
  return `warehouse-table:${tableId}`;
}

/** Encrypts a credential for storage; it can only be decrypted for its table and with the server's key. */
export function sealCredential(
  box: SealedBox,
  tableId: string,
  { access_key, access_secret }: BucketCredential,
): string {
  return box.seal(JSON.stringify({ access_key, access_secret }), contextOf(tableId));
}

/** Decrypts a stored credential. @throws WarehouseSourceError if this server cannot decrypt it */
export function openCredential(
  box: SealedBox | null,
  tableId: string,
  sealed: string | null,
): BucketCredential | null {
  if (sealed === null) return null;
  if (box === null) {
    throw new WarehouseSourceError('This server has no key for stored credentials.');
  }
  try {
    return JSON.parse(box.open(sealed, contextOf(tableId))) as BucketCredential;
  } catch (cause) {
    throw new WarehouseSourceError(
      'The stored credential cannot be read with the key of this server. Set it again.',
      { cause },
    );
  }
}
