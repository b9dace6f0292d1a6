import type { ApiError } from '@tidemark/platform';
import type { EdgeResponse } from './edge-response';
import { json } from './edge-response';

/** An error in the project API's form, as the routes under keys give it. */
export function apiErrorResponse(error: ApiError): EdgeResponse {
  return json(error.status, error.toBody(), Object.entries(error.headers).flat());
}
