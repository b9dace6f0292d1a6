import type { Ask, ExpectedFlag } from './format';

/** The part of a `/flags/?v=2` response that cases describe. */
export interface DetailsResponse {
  readonly errorsWhileComputingFlags: boolean;
  readonly flags: Readonly<Record<string, object>>;
}

/** The fields that a response must contain for a case. */
function expectedDetails({ flags, errors }: Ask): object {
  return {
    errorsWhileComputingFlags: errors === true,
    flags: Object.fromEntries(
      Object.entries(flags).map(([key, expected]) => [key, expectedDetail(key, expected)]),
    ),
  };
}

function expectedDetail(key: string, { value, payload, failed, reason }: ExpectedFlag): object {
  return {
    key,
    enabled: value !== false,
    variant: typeof value === 'string' ? value : null,
    ...(failed && { failed }),
    ...(reason && { reason }),
    ...(payload !== undefined && { metadata: { payload } }),
  };
}

/** Compares a response with the expectations of a case. */
export function expectResponse(response: DetailsResponse, ask: Ask): void {
  expect(response).toMatchObject(expectedDetails(ask));
  for (const [key, { failed }] of Object.entries(ask.flags)) {
    if (failed !== true) expect(response.flags[key]).not.toHaveProperty('failed');
  }
  for (const key of ask.absent ?? []) expect(Object.keys(response.flags)).not.toContain(key);
}
