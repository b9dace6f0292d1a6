import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { SealedBox } from '@tidemark/platform';
import type { OneTimeValues } from '@tidemark/redis';
import { z } from 'zod';

/** How long a user may take to authorize a program. */
export const DEVICE_CODE_SECONDS = 600;
/** How long the key waits for the next poll of the program. */
const KEY_SECONDS = 60;

/** Letters and digits that are not confused with others. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const DIGITS = '23456789';

const recordSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('authorized'), sealed: z.string() }),
]);

const grantSchema = z.object({ value: z.string(), label: z.string(), projectId: z.number() });

/** The key that a program receives. */
type DeviceGrant = z.infer<typeof grantSchema>;

/** The state of sign-ins of programs without a browser (RFC 8628), in Redis. */
export interface DeviceCodes {
  /** Begins a sign-in. */
  begin(): Promise<{ readonly deviceCode: string; readonly userCode: string }>;
  /** Whether a code of a user is waiting. */
  isWaiting(userCode: string): Promise<boolean>;
  /** Uses up the code of a user. Null if it is not waiting; otherwise a function that hands over the key. */
  claim(userCode: string): Promise<((grant: DeviceGrant) => Promise<void>) | null>;
  /** The state for a program. A grant is returned once. */
  poll(deviceCode: string): Promise<DeviceGrant | 'pending' | 'expired'>;
}

/**
 * Redis knows the hash of a device code only, and keys are sealed, so that read access to Redis is not enough to get
 * one.
 */
export function createDeviceCodes(values: OneTimeValues, box: SealedBox): DeviceCodes {
  const keyOfUser = (userCode: string): string => `user:${normalized(userCode)}`;
  return {
    async begin() {
      const deviceCode = randomBytes(32).toString('base64url');
      const userCode = `${pick(LETTERS)}-${pick(DIGITS)}`;
      const device = digest(deviceCode);
      await values.put(`device:${device}`, '{"status":"pending"}', DEVICE_CODE_SECONDS);
      await values.put(keyOfUser(userCode), device, DEVICE_CODE_SECONDS);
      return { deviceCode, userCode };
    },
    isWaiting: async (userCode) => (await values.look(keyOfUser(userCode))) !== null,
    async claim(userCode) {
      const device = await values.take(keyOfUser(userCode));
      if (device === null) return null;
      return async (grant) => {
        const sealed = box.seal(JSON.stringify(grant), device);
        const record = JSON.stringify({ status: 'authorized', sealed });
        await values.put(`device:${device}`, record, KEY_SECONDS);
      };
    },
    async poll(deviceCode) {
      const device = digest(deviceCode);
      const seen = await values.look(`device:${device}`);
      if (seen === null) return 'expired';
      if (recordSchema.parse(JSON.parse(seen)).status === 'pending') return 'pending';
      const taken = await values.take(`device:${device}`);
      // Another poll was faster.
      if (taken === null) return 'expired';
      const record = recordSchema.parse(JSON.parse(taken));
      if (record.status === 'pending') return 'pending';
      return grantSchema.parse(JSON.parse(box.open(record.sealed, device)));
    },
  };
}

/** Four characters. */
function pick(characters: string): string {
  return Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('');
}

/** A typed code: without regard to case, blanks and the hyphen. */
function normalized(userCode: string): string {
  return userCode.toUpperCase().replace(/[\s-]/g, '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
