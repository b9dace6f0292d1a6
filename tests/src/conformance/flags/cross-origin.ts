import type { ConformanceCase } from '../test-support/case';
import { who } from './flag-steps';

/** CORS headers of the flag routes. */
export const crossOrigin: readonly ConformanceCase[] = [
  {
    name: 'successful responses and errors have CORS headers',
    steps: [
      {
        send: {
          method: 'OPTIONS',
          path: '/flags/?v=2',
          headers: {
            origin: 'https://shop.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type,x-foo',
          },
        },
        response: {
          status: 200,
          body: '',
          headers: {
            'access-control-allow-origin': 'https://shop.example',
            'access-control-allow-credentials': 'true',
            'access-control-allow-methods': 'GET,POST,OPTIONS,HEAD',
            'access-control-allow-headers': 'content-type,x-foo',
            vary: 'origin, access-control-request-method, access-control-request-headers',
          },
        },
      },
      ...[
        { body: who(), status: 200 },
        { body: 'nope', status: 400 },
        { body: {}, status: 401 },
      ].map(({ body, status }) => ({
        send: { path: '/decide?v=3', body, headers: { origin: 'https://shop.example' } },
        response: {
          status,
          headers: {
            'access-control-allow-origin': 'https://shop.example',
            'access-control-allow-credentials': 'true',
          },
        },
      })),
    ],
  },
];
