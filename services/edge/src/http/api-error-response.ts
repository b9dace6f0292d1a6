import type { ApiError } from '@tidemark/platform';
import type { EdgeResponse } from './edge-response';
import { json } from './edge-response';

/** Returns an error in the format of the project API, for the routes that need a credential. */
export function apiErrorResponse(error: ApiError): EdgeResponse {
  return json(error.status, error.toBody(), Object.entries(error.headers).flat());
}
