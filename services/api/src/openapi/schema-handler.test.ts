import type { OpenApiDocument } from '@tidemark/platform';
import { ApiError } from '@tidemark/platform';
import { parse } from 'yaml';
import { createSchemaHandler } from './schema-handler';

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 't', version: '1', description: '', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [],
  tags: [],
  paths: {},
  components: { securitySchemes: {}, responses: {}, schemas: {} },
};
const handle = createSchemaHandler(() => document);

function ask(query: string, accept?: string) {
  return handle({
    url: new URL(`http://localhost/api/schema/${query}`),
    header: (name) => (name === 'accept' ? accept : undefined),
  });
}

describe('createSchemaHandler', () => {
  it.each([
    ['', undefined, 'application/json'],
    ['', '*/*', 'application/json'],
    ['', 'text/html,application/xml', 'application/json'],
    ['', 'application/vnd.oai.openapi+json', 'application/vnd.oai.openapi+json'],
    ['?format=json', 'application/yaml', 'application/json'],
  ])('returns %s with Accept %s as %s', (query, accept, contentType) => {
    const response = ask(query, accept);
    expect(response.contentType).toBe(contentType);
    expect(JSON.parse(response.text)).toEqual(document);
  });

  it.each([
    ['?format=yaml', undefined, 'application/yaml'],
    ['?format=yaml', 'application/json', 'application/yaml'],
    ['', 'application/yaml', 'application/yaml'],
    ['', 'application/vnd.oai.openapi', 'application/vnd.oai.openapi'],
    ['', 'text/html, application/yaml;q=0.5', 'application/yaml'],
  ])('returns %s with Accept %s as %s', (query, accept, contentType) => {
    const response = ask(query, accept);
    expect(response.contentType).toBe(contentType);
    expect(parse(response.text)).toEqual(document);
  });

  it('rejects other formats', () => {
    expect(() => ask('?format=xml')).toThrow(ApiError);
  });
});
