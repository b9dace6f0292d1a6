/** A JSON object as an SDK sent it. Copy by spread only: assignment to `__proto__` is not a copy. */
export type { JsonObject as Properties } from './json/json-object';
