/** In paths, headers and bodies, this is replaced by the token of the case's project. */
export const TOKEN = '{{token}}';

/** In headers, this is replaced by a personal key with all scopes. */
export const PERSONAL_KEY = '{{personal_key}}';

/** In paths, this is replaced by the id of the case's project. */
export const PROJECT = '{{project}}';

/** The default distinct id. */
export const USER = 'u1';

/** Applied to the text of the body, in the listed order. */
export type Encoding = 'gzip' | 'base64' | 'lz64' | 'form' | 'invalid-utf8';

export interface WireRequest {
  /** By default POST. */
  readonly method?: string;
  readonly path: string;
  /** An object is sent as JSON. A function is called when the request is sent. */
  readonly body?: string | Buffer | object | ((now: number) => object);
  readonly encode?: readonly Encoding[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ExpectedResponse {
  readonly status: number;
  /** A text must equal the whole body; an object must be contained in the JSON body. */
  readonly body?: string | RegExp | object;
  /** The complete list of keys in the JSON body. */
  readonly keys?: readonly string[];
  /** Dotted paths that must be missing in the JSON body. */
  readonly lacks?: readonly string[];
  /** Null means that the header must be missing. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** Whether the response must use the same connection as the previous one. */
  readonly sameConnection?: true;
}

export interface Send {
  readonly send: WireRequest;
  readonly response: ExpectedResponse;
  /** If set, the request is repeated for so many milliseconds until the response is as expected. */
  readonly withinMs?: number;
}

/** A HogQL query in the case's project, which must return these rows within ten seconds. */
export interface Rows {
  readonly query: string;
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * A call to the project API. `path` follows `/api/projects/{id}/`; `''` is the project itself. In path and body, `{{key
 * or name}}` is replaced by the id of a resource that was created or listed before; `#{{name}}` gives the id as a
 * number.
 */
export interface Manage {
  readonly manage: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
  };
  readonly body?: object;
  /** If set, a personal key with only these scopes is used. */
  readonly scopes?: readonly string[];
  /** Whether that key is only valid for the first project of the product. */
  readonly keyOfElsewhere?: true;
  /** Whether the call is sent to the first project of the product, instead of the case's project. */
  readonly elsewhere?: true;
  readonly status: number;
  /** A part of the expected JSON body. */
  readonly response?: object;
  /** If set, the request is repeated for so many milliseconds until the response is as expected. */
  readonly withinMs?: number;
}

export type Step = Send | Rows | Manage;

/** A sequence of steps in a separate project. The steps are data, which the runner executes. */
export interface ConformanceCase {
  /** It starts with the number of the acceptance check, if there is one. */
  readonly name: string;
  readonly steps: readonly Step[];
}

export const OK: ExpectedResponse = { status: 200, body: '{"status":"Ok"}' };

/** Posts a JSON body and expects that capture accepts it. */
export function accepted(
  path: string,
  body: object | ((now: number) => object),
  more: Partial<WireRequest> = {},
): Send {
  return { send: { path, body, ...more }, response: OK };
}

/** The body of a capture request with one event of the default user. */
export function event(name: string, properties: object = {}, more: object = {}): object {
  return { api_key: TOKEN, event: name, distinct_id: USER, properties, ...more };
}

/** Captures one event of the default user. */
export function captured(name: string, properties: object = {}, more: object = {}): Send {
  return accepted('/capture/', event(name, properties, more));
}

/**
 * Waits until all earlier events of a distinct id are stored or dropped. Events of one id are processed in order, so
 * the row of this event is the last one. It creates no person.
 */
export function settled(distinctId: string = USER): readonly Step[] {
  const name = `settled ${distinctId}`;
  return [
    captured(name, { $process_person_profile: false }, { distinct_id: distinctId }),
    shows(`SELECT DISTINCT event FROM events WHERE event = '${name}'`, [[name]]),
  ];
}

export function shows(query: string, rows: Rows['rows']): Rows {
  return { query, rows };
}

/** Expects the number of events with a name. */
export function counts(name: string, count: number): Rows {
  return shows(`SELECT count() FROM events WHERE event = '${name}'`, [[count]]);
}
