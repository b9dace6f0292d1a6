import { experimentStatuses } from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { ExperimentListQuery } from '@tidemark/postgres';
import { EXPERIMENT_ORDER_FIELDS } from '@tidemark/postgres';
import { z } from 'zod';
import {
  booleanParameter,
  choiceParameter,
  numberParameter,
  pageParameters,
  parameter,
} from '../query-parameters';

const MAX_ID = 2_147_483_647;

/** The list's query string. */
export const experimentListParameters = z.object({
  ...pageParameters,
  status: choiceParameter('Only experiments in this state; `complete` is the same as `stopped`.', [
    ...experimentStatuses,
    'complete',
    'all',
  ]),
  archived: booleanParameter(
    'Only archived experiments; without it, only experiments that are not archived.',
  ),
  feature_flag_id: numberParameter('Only experiments about this flag.'),
  created_by_id: numberParameter('Only experiments of this user.'),
  search: parameter('Part of the name or of the key of the flag, case-insensitive.'),
  order: parameter('A field. A `-` before it reverses the order.'),
});

/** @throws ApiError 400 for an invalid order, or an id that is not a number */
export function experimentListQuery(
  parameters: URLSearchParams,
): Omit<ExperimentListQuery, 'page'> {
  const text = (name: string) => (parameters.get(name) ?? '').replaceAll('\0', '');
  const wanted = text('status').toLowerCase().replace('complete', 'stopped');
  const status = experimentStatuses.find((known) => known === wanted);
  const featureFlagId = idOf(text('feature_flag_id'), 'feature_flag_id');
  const createdById = idOf(text('created_by_id'), 'created_by_id');
  const search = text('search');
  return {
    archived: text('archived').toLowerCase() === 'true',
    ...(status !== undefined && { status }),
    ...(featureFlagId !== undefined && { featureFlagId }),
    ...(createdById !== undefined && { createdById }),
    ...(search !== '' && { search }),
    ...orderOf(text('order')),
  };
}

function idOf(text: string, name: string): number | undefined {
  if (text === '') return undefined;
  const id = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (id <= MAX_ID) return id;
  throw validationError('invalid_input', `${name} must be an integer`, name);
}

function orderOf(text: string): Pick<ExperimentListQuery, 'order'> {
  if (text === '') return {};
  const field = EXPERIMENT_ORDER_FIELDS.find((name) => name === text.replace(/^-/, ''));
  if (field !== undefined) return { order: { field, descending: text.startsWith('-') } };
  throw validationError('invalid_input', `Invalid order field: '${text.slice(0, 100)}'`, 'order');
}
