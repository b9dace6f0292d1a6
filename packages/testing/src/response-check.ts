import type { OpenApiDocument, Operation } from '@tidemark/platform';
import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** A request and its response, with the fields that are compared with the OpenAPI description. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** @throws Error that names the difference between a response and its description */
export type ResponseCheck = (exchange: Exchange) => void;

/** The authorizer of every route accepts this parameter, so the routes do not describe it. */
const CREDENTIAL_PARAMETER = 'personal_api_key';
/** The start of parameters such as `properties_plan`, which filter by any property: a description cannot list them. */
const PROPERTY_PARAMETER = 'properties_';
const ROOT = 'api';

/**
 * Returns a function that compares each response of an API with the OpenAPI description. Paths that are not described
 * are not checked.
 */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, ROOT);
  const find = createOperationFinder(document);

  return ({ method, target, status, contentType, text }) => {
    // Every path accepts OPTIONS.
    if (method === 'OPTIONS') return;
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const found = find(method, pathname);
    // Responses of unknown paths, of unknown methods and of internal errors are not described.
    if (found === null || status >= 500) {
      if (found === null && status < 300 && pathname.startsWith('/api/')) {
        throw new Error(`${method} ${pathname} is no described operation but returned ${status}.`);
      }
      return;
    }
    const { operation, pointer } = found;
    const name = `${operation.operationId} (${method} ${target})`;
    if (status < 300) rejectUnknownParameters(name, operation, searchParams);
    const response = operation.responses[status];
    if (response === undefined) throw new Error(`${name} may not return ${status}: ${text}`);
    const at = '$ref' in response ? response.$ref : `${pointer}/responses/${status}`;
    const content = '$ref' in response ? undefined : response.content;
    if (text === '') {
      if (content !== undefined && method !== 'HEAD' && !mayBeEmpty(response, content))
        throw new Error(`${name} returned ${status} without a body.`);
      return;
    }
    const type = contentType?.split(';', 1)[0] ?? '';
    if (content !== undefined && content[type] === undefined) {
      throw new Error(`${name} may not return ${status} as ${type}.`);
    }
    if (type !== 'application/json') return;
    if (!('$ref' in response) && content === undefined) {
      throw new Error(`${name} must return ${status} without a body: ${text}`);
    }
    validate(ajv, `${ROOT}${at}/content/application~1json/schema`, name, text);
  };
}

/**
 * Whether the body may be empty: for a description that says so, for an event stream, and where any JSON is allowed.
 */
function mayBeEmpty(
  response: object,
  content: Readonly<Record<string, { readonly schema: object }>>,
): boolean {
  if ('description' in response && String(response.description).includes('body may be empty'))
    return true;
  if (content['text/event-stream'] !== undefined) return true;
  const { schema } = content['application/json'] ?? {};
  return schema !== undefined && Object.keys(schema).length === 0;
}

function rejectUnknownParameters(
  name: string,
  { parameters = [] }: Operation,
  sent: URLSearchParams,
): void {
  const known = new Set(parameters.map((parameter) => parameter.name));
  const unknown = [...new Set(sent.keys())].filter(
    (parameter) =>
      !known.has(parameter) &&
      parameter !== CREDENTIAL_PARAMETER &&
      !parameter.startsWith(PROPERTY_PARAMETER),
  );
  if (unknown.length > 0) {
    throw new Error(`${name} has undescribed query parameters: ${unknown.join(', ')}.`);
  }
}

function validate(ajv: Ajv2020, reference: string, name: string, text: string): void {
  const check: ValidateFunction | undefined = ajv.getSchema(reference);
  if (check === undefined) throw new Error(`The description has no ${reference}.`);
  if (check(JSON.parse(text))) return;
  const problems = (check.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  throw new Error(
    `${name} returned what its description does not allow: ${problems.join('; ')}\n${text.slice(0, 2_000)}`,
  );
}

interface FoundOperation {
  readonly operation: Operation;
  /** JSON pointer of the operation, as a URL fragment. */
  readonly pointer: string;
}

/** Finds the operation of a path as the router does: if two path templates match, that with fewer parameters. */
function createOperationFinder(
  document: OpenApiDocument,
): (method: string, pathname: string) => FoundOperation | null {
  const templates = Object.entries(document.paths).map(([path, item]) => ({
    path,
    item,
    parameters: path.split('{').length - 1,
    pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  templates.sort((a, b) => a.parameters - b.parameters);
  return (method, pathname) => {
    const wanted = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const template = templates.find(({ pattern }) => pattern.test(pathname));
    const operation = template?.item[wanted];
    if (template === undefined || operation === undefined) return null;
    const pointer = `#/paths/${template.path.replaceAll('/', '~1')}/${wanted}`;
    return { operation, pointer };
  };
}
