export {
  exactJson,
  hasLostDigits,
  parseDocument,
  parseExactly,
  parseStored,
  storedJson,
} from './exact-json';
export { WideInteger } from './wide-integer';
