import type { ExpectedResponse, Manage, Send } from '../test-support/case';
import { PERSONAL_KEY, PROJECT } from '../test-support/case';

const KEY = { authorization: `Bearer ${PERSONAL_KEY}` };

/** A call to the case's project with all that can be said about the response; `path` follows the project's id. */
export function asked(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  response: ExpectedResponse,
  body?: object,
): Send {
  return {
    send: {
      method,
      path: `/api/projects/${PROJECT}/${path}`,
      headers: KEY,
      ...(body !== undefined && { body }),
    },
    response,
  };
}

/** Reads something of the project. */
export function reads(path: string, body: object, more: Partial<ExpectedResponse> = {}): Send {
  return asked('GET', path, { status: 200, body, ...more });
}

/** Makes something, and remembers its id by its name or key. */
export function makes(path: string, body: object, response: object = {}): Manage {
  return { manage: { method: 'POST', path }, body, status: 201, response };
}

/** Changes something made before. */
export function changes(path: string, body: object, response: object = {}, status = 200): Manage {
  return { manage: { method: 'PATCH', path }, body, status, response };
}

/** What was made before, read again. */
export function shows(path: string, response: object): Manage {
  return { manage: { method: 'GET', path }, status: 200, response };
}

/** A validation error. */
export function rejected(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  response: object,
  body?: object,
): Send {
  return asked(
    method,
    path,
    { status: 400, body: { type: 'validation_error', ...response } },
    body,
  );
}

/** `{type, code, detail, attr}` of what is not there. */
export function missing(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string): Send {
  return asked(method, path, { status: 404, body: { type: 'invalid_request', code: 'not_found' } });
}
