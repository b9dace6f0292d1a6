/** A service whose projects Tidemark can import over HTTP. */
export type AddressSource = 'posthog' | 'mixpanel' | 'amplitude';

/** The inputs of the form. An input that the source does not need stays empty. */
export interface SourceAddress {
  readonly address: string;
  readonly project: string;
  readonly user: string;
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
}

export const EMPTY_ADDRESS: SourceAddress = {
  ...{ address: '', project: '', user: '', key: '', from: '', to: '', time_zone: '' },
};

interface AddressField {
  readonly name: keyof SourceAddress;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'password' | 'date';
  readonly isOptional?: true;
}

interface AddressForm {
  readonly label: string;
  readonly command: string;
  /** The scope that a user needs to start the import. */
  readonly scope: string;
  readonly fields: readonly AddressField[];
}

const REMOVED = 'It is deleted when the import ends.';
const DAYS: readonly AddressField[] = [
  { name: 'from', label: 'First day', type: 'date' },
  {
    name: 'to',
    label: 'Last day (optional)',
    hint: 'Default: yesterday (UTC).',
    type: 'date',
    isOptional: true,
  },
];

/** The forms of the sources. */
export const ADDRESS_FORMS: Readonly<Record<AddressSource, AddressForm>> = {
  posthog: {
    label: 'PostHog or Tidemark',
    command: 'Import the project',
    // The import also changes settings, which requires an administrator.
    scope: 'project:write',
    fields: [
      { name: 'address', label: 'Address', hint: 'For example https://eu.posthog.com' },
      { name: 'project', label: 'Project', hint: 'Id of the project in the source' },
      {
        name: 'key',
        label: 'Personal key',
        type: 'password',
        hint: `A key that may read all data of the project. ${REMOVED}`,
      },
    ],
  },
  mixpanel: {
    label: 'Mixpanel',
    command: 'Import the events',
    scope: 'batch_import:write',
    fields: [
      {
        name: 'address',
        label: 'Address (optional)',
        hint: 'For a different region, such as https://data-eu.mixpanel.com',
        isOptional: true,
      },
      { name: 'project', label: 'Project', hint: 'Id of the project in the source' },
      { name: 'user', label: 'Service account', hint: 'Name of the service account' },
      { name: 'key', label: 'Secret of the service account', type: 'password', hint: REMOVED },
      ...DAYS,
      {
        name: 'time_zone',
        label: 'Time zone (optional)',
        hint: 'That of the project if it was created before 2023, such as US/Pacific. Newer projects export UTC.',
        isOptional: true,
      },
    ],
  },
  amplitude: {
    label: 'Amplitude',
    command: 'Import the events',
    scope: 'batch_import:write',
    fields: [
      {
        name: 'address',
        label: 'Address (optional)',
        hint: 'For a different region, such as https://analytics.eu.amplitude.com',
        isOptional: true,
      },
      { name: 'user', label: 'API key' },
      { name: 'key', label: 'Secret key', type: 'password', hint: REMOVED },
      ...DAYS,
    ],
  },
};

/** The body of a request that starts an import: the inputs of its source that are not empty. */
export function addressBody(
  source: AddressSource,
  given: SourceAddress,
): Readonly<Record<string, string>> {
  const filled = ADDRESS_FORMS[source].fields.flatMap(({ name }) =>
    given[name] === '' ? [] : [[name, given[name]] as const],
  );
  return { source, ...Object.fromEntries(filled) };
}
