import type { Ask, ExpectedFlag } from './format';

/** The part of a response of `/flags/?v=2` that cases speak of. */
export interface DetailsResponse {
  readonly errorsWhileComputingFlags: boolean;
  readonly flags: Readonly<Record<string, object>>;
}

/** What a response must contain to be as a case says. */
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

/** Compares a response with what a case says of it. */
export function expectResponse(response: DetailsResponse, ask: Ask): void {
  expect(response).toMatchObject(expectedDetails(ask));
  for (const [key, { failed }] of Object.entries(ask.flags)) {
    if (failed !== true) expect(response.flags[key]).not.toHaveProperty('failed');
  }
  for (const key of ask.absent ?? []) expect(Object.keys(response.flags)).not.toContain(key);
}
