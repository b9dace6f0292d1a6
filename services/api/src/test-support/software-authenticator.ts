import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A value that the two structures of WebAuthn need in CBOR (RFC 8949). */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** The faults that a test can introduce. */
interface Changes {
  readonly origin?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly count?: number;
}

/** An authenticator with one key (ES256), as a browser would use it for a page of `origin`. */
export function createSoftwareAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let count = 0;
  let handle = '';

  const clientData = (type: string, options: Options, changes: Changes): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, changes: Changes, rest = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.count ?? (count += 1));
    const verified = changes.isVerified === false ? 0 : USER_VERIFIED;
    const all = Buffer.from([flags | USER_PRESENT | verified]);
    return Buffer.concat([sha256(new URL(origin).hostname), all, counter, rest]);
  };
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    register(options: Options, changes: Changes = {}) {
      handle = options.user?.id ?? '';
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const rest = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(HAS_CREDENTIAL, changes, rest)],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    sign(options: Options, changes: Changes = {}) {
      const client = clientData('webauthn.get', options, changes);
      const data = authenticatorData(0, changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: handle,
      });
    },
  };
}
