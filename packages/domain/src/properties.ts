/** A JSON object as an SDK sent it. Copy it only by spreading: assigning a key `__proto__` would set the prototype. */
export type { JsonObject as Properties } from './json/json-object';
