import type { ApiError } from '@tidemark/platform';
import type { Answer } from './answer';
import { json } from './answer';

/** A refusal in the project API's form, as the routes under keys give it. */
export function apiErrorAnswer(error: ApiError): Answer {
  return json(error.status, error.toBody(), Object.entries(error.headers).flat());
}
