import { family } from './spec';

/** All of them return a default for malformed JSON; the paths are arguments and bound like any other. */
export const jsonFunctions = [
  ...family('Boolean', 'isValidJSON/1 JSONHas/1-6'),
  ...family('Integer', 'JSONLength/1-6 JSONArrayLength/1-6 JSONExtractUInt/1-6 JSONExtractInt/1-6'),
  ...family('Float', 'JSONExtractFloat/1-6'),
  ...family('Boolean', 'JSONExtractBool/1-6'),
  ...family('String', 'JSON_VALUE/2'),
  ...family('String', 'JSONType/1-6 JSONExtractString/1-6 JSONExtractRaw/1-6 toJSONString/1'),
];
