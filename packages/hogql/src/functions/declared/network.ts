import { family } from './spec';

const fromNumber = { casts: ['UInt32'] };

/** Functions on addresses: invalid addresses give NULL. */
export const networkFunctions = [
  ...family('String', 'IPv4NumToString/1 IPv4NumToStringClassC/1', fromNumber),
  ...family('Unknown', 'IPv4ToIPv6/1', fromNumber),
  ...family('String', 'IPv6NumToString/1 cutIPv6/3'),
  ...family('Integer', 'IPv4StringToNum/1=IPv4StringToNumOrNull', { nullability: 'always' }),
  ...family('Unknown', 'IPv6StringToNum/1=IPv6StringToNumOrNull toIPv4/1=toIPv4OrNull'),
  ...family('Unknown', 'toIPv6/1=toIPv6OrNull'),
  ...family('Boolean', 'isIPv4String/1 isIPv6String/1'),
  ...family('Integer', 'IPv4StringToNumOrNull/1', { nullability: 'always' }),
  ...family('Integer', 'IPv4StringToNumOrDefault/1'),
  ...family('Unknown', 'IPv6StringToNumOrNull/1 IPv6StringToNumOrDefault/1'),
  ...family('Unknown', 'toIPv4OrNull/1 toIPv4OrDefault/1 toIPv4OrZero/1'),
  ...family('Unknown', 'toIPv6OrNull/1 toIPv6OrDefault/1 toIPv6OrZero/1'),
  ...family('Tuple', 'IPv4CIDRToRange/2 IPv6CIDRToRange/2', { casts: [null, 'UInt8'] }),
];
