/** In every path, header and body of a case: the token of the project made for that case alone. */
export const TOKEN = '{{token}}';

/** In every header of a case: a personal key that may do everything. */
export const PERSONAL_KEY = '{{personal_key}}';

/** In every path: the id of the project made for that case alone. */
export const PROJECT = '{{project}}';

/** The distinct id that cases use when it does not matter. */
export const USER = 'u1';

/** Applied in the order they are listed, to the body's text. */
export type Encoding = 'gzip' | 'base64' | 'lz64' | 'form' | 'invalid-utf8';

export interface WireRequest {
  /** POST unless said. */
  readonly method?: string;
  readonly path: string;
  /** Objects are sent as JSON; a function is called when the request is made. */
  readonly body?: string | Buffer | object | ((now: number) => object);
  readonly encode?: readonly Encoding[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ExpectedResponse {
  readonly status: number;
  /** A text is the whole body; an object must be contained in the JSON body. */
  readonly body?: string | RegExp | object;
  /** All keys of the JSON body. */
  readonly keys?: readonly string[];
  /** Dotted places that the JSON body must not have. */
  readonly lacks?: readonly string[];
  /** Null: the header must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** It must have come on the connection of the request before. */
  readonly sameConnection?: true;
}

export interface Send {
  readonly send: WireRequest;
  readonly response: ExpectedResponse;
  /** Asked again and again until the response fits, for so many ms. */
  readonly withinMs?: number;
}

/** What a HogQL query in the case's project shows, at the latest after ten seconds. */
export interface Rows {
  readonly query: string;
  readonly rows: readonly (readonly unknown[])[];
}

/**
 * A call to the project API; `path` follows `/api/projects/{id}/`, `''` being the project itself. The
 * id of a thing made, or listed, before stands in it, and in the body, as `{{its key or name}}`; as a number, `#{{name}}`.
 */
export interface Manage {
  readonly manage: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
  };
  readonly body?: object;
  /** Asked with a personal key of these scopes alone. */
  readonly scopes?: readonly string[];
  /** That key is for the project that every product starts with, too, and for no other. */
  readonly keyOfElsewhere?: true;
  /** Asked of the project that every product starts with, not of the case's. */
  readonly elsewhere?: true;
  readonly status: number;
  /** Contained in the JSON body. */
  readonly response?: object;
  /** Asked again and again until the response fits, for so many ms. */
  readonly withinMs?: number;
}

export type Step = Send | Rows | Manage;

/** One black-box walk through a project of its own. Its steps are data; the runner does the work. */
export interface ConformanceCase {
  /** Starts with the number of the acceptance check, where there is one. */
  readonly name: string;
  readonly steps: readonly Step[];
}

export const OK: ExpectedResponse = { status: 200, body: '{"status":"Ok"}' };

/** Posts one JSON body and expects the success of capture. */
export function accepted(
  path: string,
  body: object | ((now: number) => object),
  more: Partial<WireRequest> = {},
): Send {
  return { send: { path, body, ...more }, response: OK };
}

/** An event of the user that most cases are about. */
export function event(name: string, properties: object = {}, more: object = {}): object {
  return { api_key: TOKEN, event: name, distinct_id: USER, properties, ...more };
}

/** Captures one event. */
export function captured(name: string, properties: object = {}, more: object = {}): Send {
  return accepted('/capture/', event(name, properties, more));
}

/**
 * Waits until everything that was sent for a distinct id before is stored or dropped: events of one id
 * are processed in order, so this one's row comes last. It leaves no person behind.
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

/** How many events of a name there are. */
export function counts(name: string, count: number): Rows {
  return shows(`SELECT count() FROM events WHERE event = '${name}'`, [[count]]);
}
