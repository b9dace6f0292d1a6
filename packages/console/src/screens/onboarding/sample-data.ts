import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';

/** The sample project of the organization and its progress. */
export interface SampleData {
  readonly state: 'absent' | 'filling' | 'filled' | 'removing' | 'failed';
  readonly project: { readonly id: number; readonly name: string } | null;
  readonly sent: number;
  readonly total: number;
  readonly error: string | null;
}

const PATH = '/api/sample_data/';
const LOOK_EVERY_MS = 1_000;

export const sampleDataQuery = queryOptions({
  queryKey: ['sample-data'],
  queryFn: ({ signal }) => request<SampleData>('GET', PATH, { signal }),
  // Polls only while the sample data is being created or deleted.
  refetchInterval: ({ state }) =>
    state.data?.state === 'filling' || state.data?.state === 'removing' ? LOOK_EVERY_MS : false,
});

export function makeSampleData(): Promise<SampleData> {
  return request('POST', PATH, { body: {} });
}

export function removeSampleData(): Promise<SampleData> {
  return request('DELETE', PATH);
}
