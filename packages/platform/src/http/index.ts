export { ByteChunks } from './byte-chunks';
export { ApiError } from './api-error';
export type { CsvOptions } from './csv';
export { escapedFormula, quotedCell } from './csv-cell';
export * from './errors';
export { createHttpMetrics } from './http-metrics';
export type { HttpMetrics } from './http-metrics';
export { forwardedOrigin } from './forwarded-origin';
export type { ForwardedOrigin } from './forwarded-origin';
export { createHttpServer } from './http-server';
export type { HttpLimits } from './http-server';
export { createDirectRoutes } from './direct-routes';
export { MAX_BODY_BYTES, mountRoutes } from './mount-routes';
export type { MountDeps } from './mount-routes';
export { countParameter, pageLinks } from './pagination';
export type { PageLinks, PageParameters } from './pagination';
export { MAX_JSON_DEPTH, parseBody } from './parse-body';
export { readBytes } from './read-bytes';
export { defineRoute } from './route';
export type {
  HttpMethod,
  RawRequest,
  Route,
  RouteResponse,
  RouteRequest,
  RouteSpec,
} from './route';
export { PRIVATE_SECURITY_HEADERS, PUBLIC_SECURITY_HEADERS, setHeaders } from './security-headers';
export { sendError } from './send-error';
export { StreamedResponse } from './streamed-response';
export { toValidationError } from './validation-issue';
