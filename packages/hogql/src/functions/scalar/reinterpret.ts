import { family } from '../spec';

/** Bytes read as they are; too short ones count as padded with zeros. */
export const reinterpretFunctions = [
  ...family(
    'Integer',
    `reinterpretAsUInt8/1 reinterpretAsUInt16/1 reinterpretAsUInt32/1 reinterpretAsUInt64/1
     reinterpretAsUInt128/1 reinterpretAsUInt256/1 reinterpretAsInt8/1 reinterpretAsInt16/1
     reinterpretAsInt32/1 reinterpretAsInt64/1 reinterpretAsInt128/1 reinterpretAsInt256/1`,
  ),
  ...family('Float', 'reinterpretAsFloat32/1 reinterpretAsFloat64/1'),
  ...family('UUID', 'reinterpretAsUUID/1'),
];
