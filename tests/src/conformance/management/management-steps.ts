import type { ExpectedResponse, Manage, Send } from '../test-support/case';
import { PERSONAL_KEY, PROJECT } from '../test-support/case';

const KEY = { authorization: `Bearer ${PERSONAL_KEY}` };

/** A call to the project of the case, with any expectation of the response. `path` follows the id of the project. */
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

/** Reads a resource of the project. */
export function reads(path: string, body: object, more: Partial<ExpectedResponse> = {}): Send {
  return asked('GET', path, { status: 200, body, ...more });
}

/** Creates a resource and remembers its id under its name or key. */
export function makes(path: string, body: object, response: object = {}): Manage {
  return { manage: { method: 'POST', path }, body, status: 201, response };
}

/** Changes a resource that was created before. */
export function changes(path: string, body: object, response: object = {}, status = 200): Manage {
  return { manage: { method: 'PATCH', path }, body, status, response };
}

/** Reads a resource that was created before. */
export function shows(path: string, response: object): Manage {
  return { manage: { method: 'GET', path }, status: 200, response };
}

/** Expects a validation error. */
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

/** Expects the error 404 `{type, code, detail, attr}` of an unknown resource. */
export function missing(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string): Send {
  return asked(method, path, { status: 404, body: { type: 'invalid_request', code: 'not_found' } });
}
