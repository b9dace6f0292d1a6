import type { OpenApiDocument, RawRequest } from '@tidemark/platform';
import { notFound } from '@tidemark/platform';
import { stringify } from 'yaml';

export interface SchemaResponse {
  readonly contentType: string;
  readonly text: string;
}

const JSON_TYPES = ['application/vnd.oai.openapi+json', 'application/json'];
const YAML_TYPES = ['application/vnd.oai.openapi', 'application/yaml'];

/**
 * The description of the API, open to everybody: JSON, or YAML where `?format=yaml` or the Accept header
 * asks for it. The types are those of PostHog.
 *
 * @throws ApiError 404 for another format
 */
export function createSchemaHandler(
  document: () => OpenApiDocument,
): (request: Pick<RawRequest, 'url' | 'header'>) => SchemaResponse {
  let json: string | null = null;
  let yaml: string | null = null;
  return ({ url, header }) => {
    const format = url.searchParams.get('format');
    if (format !== null && format !== 'json' && format !== 'yaml') throw notFound();
    const accepted = (header('accept') ?? '')
      .split(',')
      .map((part) => (part.split(';', 1)[0] ?? '').trim().toLowerCase());
    const types = [...JSON_TYPES, ...YAML_TYPES];
    const wanted = accepted.find((type) => types.includes(type)) ?? 'application/json';
    if (format === 'yaml' || (format === null && YAML_TYPES.includes(wanted))) {
      const contentType = YAML_TYPES.includes(wanted) ? wanted : 'application/yaml';
      return {
        contentType,
        text: (yaml ??= stringify(document(), { aliasDuplicateObjects: false })),
      };
    }
    const contentType = JSON_TYPES.includes(wanted) ? wanted : 'application/json';
    return { contentType, text: (json ??= JSON.stringify(document())) };
  };
}
