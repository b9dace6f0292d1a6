import type { OpenApiDocument } from '@tidemark/platform';
import { createResponseCheck } from './response-check';

const text = { type: 'string' } as const;

function operation(operationId: string): OpenApiDocument['paths'][string][string] {
  return {
    operationId,
    summary: 'Reads a thing',
    tags: ['things'],
    security: [],
    parameters: [{ name: 'search', in: 'query', required: false, schema: text }],
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
      },
      204: { description: 'Gone.' },
      404: { $ref: '#/components/responses/Error404' },
    },
  };
}

const check = createResponseCheck({
  openapi: '3.1.0',
  info: { title: 't', version: '1', description: '', license: { name: 'MIT', identifier: 'MIT' } },
  servers: [],
  tags: [],
  paths: {
    '/api/things/{id}/': { get: operation('things_retrieve') },
    '/api/things/special/': { get: operation('things_special') },
  },
  components: {
    securitySchemes: {},
    responses: {
      Error404: {
        description: 'Not there.',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { detail: text }, required: ['detail'] },
          },
        },
      },
    },
    schemas: { Thing: { type: 'object', properties: { name: text }, required: ['name'] } },
  },
});

function response(status: number, body: string, target = '/api/things/1/'): () => void {
  const contentType = 'application/json; charset=utf-8';
  return () => check({ method: 'GET', target, status, contentType, text: body });
}

describe('createResponseCheck', () => {
  it.each([
    [200, '{"name":"a"}', '/api/things/1'],
    [200, '{"name":"a","more":1}', '/api/things/1/?search=x&personal_api_key=y'],
    [204, '', '/api/things/1/'],
    [404, '{"detail":"Not found."}', '/api/things/1/?anything=x'],
    [503, 'unavailable', '/api/things/1/'],
    [200, 'ok', '/capture/'],
  ])('allows %s %s at %s', (status, body, target) => {
    expect(response(status, body, target)).not.toThrow();
  });

  it.each([
    [200, '{"name":1}', '/api/things/1/', /things_retrieve .*\/name must be string/],
    [404, '{}', '/api/things/1/', /must have required property 'detail'/],
    [418, '{}', '/api/things/1/', /may not return 418/],
    [200, '', '/api/things/1/', /without a body/],
    [204, '{}', '/api/things/1/', /without a body/],
    [200, '{"name":"a"}', '/api/things/1/?page=2', /undescribed query parameters: page/],
    [200, '{}', '/api/others/', /no described operation/],
    [200, '{}', '/api/things/special/', /things_special/],
  ])('rejects %s %s at %s', (status, body, target, message) => {
    expect(response(status, body, target)).toThrow(message);
  });
});
