import { randomBytes, randomInt } from 'node:crypto';

/** An event with a value that must not be stored. */
export interface Planted {
  readonly what: string;
  /** Random texts that occur nowhere else. */
  readonly markers: readonly string[];
  readonly event: Readonly<Record<string, unknown>>;
}

const hex = (): string => randomBytes(8).toString('hex');
const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('');
const inFours = (text: string, separator: string): string =>
  (text.match(/.{1,4}/g) ?? []).join(separator);

function cardNumber(): string {
  const body = `4${digits(14)}`;
  const sum = Array.from(body)
    .reverse()
    .reduce((total, digit, place) => {
      const weighted = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function iban(): string {
  const account = digits(18);
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, '0')}${account}`;
}

type Make = (value: string) => Readonly<Record<string, unknown>>;

function plant(what: string, value: string, make: Make, ...forms: string[]): Planted {
  return { what, markers: forms.length === 0 ? [value] : forms, event: make(value) };
}

/** An e-mail address. It is searched for by the part before `@`, which no encoding changes. */
function mail(what: string, make: Make): Planted {
  const name = `ml${hex()}`;
  return plant(what, `${name}@example.com`, make, name);
}

const inProperties = (make: Make): Make => {
  return (value) => ({ event: 'planted', distinct_id: 'd', properties: make(value) });
};
const inProperty = inProperties((value) => ({ note: `before ${value} behind` }));

const MAILS: readonly Planted[] = [
  mail('property', inProperty),
  mail(
    'whole property',
    inProperties((v) => ({ email: v })),
  ),
  mail(
    'nested object',
    inProperties((v) => ({ a: { b: { c: v } } })),
  ),
  mail(
    'list',
    inProperties((v) => ({ list: ['x', v] })),
  ),
  mail(
    'objects in a list',
    inProperties((v) => ({ list: [[{ to: v }]] })),
  ),
  mail(
    'name of a property',
    inProperties((v) => ({ counts: { [v]: 3 } })),
  ),
  mail(
    'name of a top property',
    inProperties((v) => ({ [v]: true })),
  ),
  mail(
    'parameter of a URL',
    inProperties((v) => ({
      $current_url: `https://x.test/?q=${encodeURIComponent(v)}&z=1`,
    })),
  ),
  mail(
    'path of a URL',
    inProperties((v) => ({ $referrer: `https://x.test/u/${v}/edit` })),
  ),
  mail(
    'parameter encoded twice',
    inProperties((v) => ({
      $current_url: `https://x.test/?next=${encodeURIComponent(encodeURIComponent(v))}`,
    })),
  ),
  mail(
    '$set',
    inProperties((v) => ({ $set: { email: v } })),
  ),
  mail(
    '$set_once',
    inProperties((v) => ({ $set_once: { first: v } })),
  ),
  mail(
    'nested in $set',
    inProperties((v) => ({ $set: { contact: { mails: [v] } } })),
  ),
  mail('top-level $set', (v) => ({
    ...{ event: 'planted', distinct_id: 'd', $set: { email: v }, properties: {} },
  })),
  mail(
    'campaign, which becomes a first touch',
    inProperties((v) => ({ utm_source: v })),
  ),
  mail('name of an event', (v) => ({ event: `mail to ${v}`, distinct_id: 'd' })),
  mail('distinct id', (v) => ({ event: 'planted', distinct_id: v })),
  mail('anonymous id of $identify', (v) => ({
    ...{ event: '$identify', distinct_id: 'd2', properties: { $anon_distinct_id: v } },
  })),
  mail('alias', (v) => ({ event: '$create_alias', distinct_id: 'd3', properties: { alias: v } })),
  mail(
    'group of an event',
    inProperties((v) => ({ $groups: { company: v } })),
  ),
  mail('key of a group', (v) => ({
    event: '$groupidentify',
    distinct_id: 'd',
    properties: { $group_type: 'company', $group_key: v, $group_set: { a: 1 } },
  })),
  mail('properties of a group', (v) => ({
    event: '$groupidentify',
    distinct_id: 'd',
    properties: { $group_type: 'company', $group_key: 'acme', $group_set: { owner: v } },
  })),
  mail(
    'message of an exception',
    inProperties((v) => ({ $exception_message: `no user ${v}` })),
  ),
  mail(
    'frames of an exception',
    inProperties((v) => ({
      $exception_list: [{ type: 'E', value: v, stacktrace: { frames: [{ vars: { v } }] } }],
    })),
  ),
  mail(
    'chain of elements',
    inProperties((v) => ({
      $elements_chain: `a:nth-child="1"text="${v}"attr__href="mailto:${v}"`,
    })),
  ),
  mail(
    'text of an element',
    inProperties((v) => ({
      $elements: [{ tag_name: 'a', $el_text: v }],
    })),
  ),
  mail(
    'attribute of an element',
    inProperties((v) => ({
      $elements: [{ tag_name: 'input', attr__value: v }],
    })),
  ),
  mail(
    'JSON in a text',
    inProperties((v) => ({ body: JSON.stringify({ to: { v } }) })),
  ),
  mail(
    'long text',
    inProperties((v) => ({ text: `${'x '.repeat(20_000)}${v}` })),
  ),
  mail('event without a person', (v) => ({
    event: 'planted',
    distinct_id: 'd4',
    properties: { $process_person_profile: false, note: v },
  })),
  mail(
    'session id that is none',
    inProperties((v) => ({ $session_id: v })),
  ),
  mail('group properties that are none', (v) => ({
    event: '$groupidentify',
    distinct_id: 'd',
    properties: { $group_type: 'company', $group_key: 'acme', $group_set: v },
  })),
  mail('warning of a client', (v) => ({
    event: '$$client_ingestion_warning',
    distinct_id: 'd',
    properties: { $$client_ingestion_warning_message: `about ${v}` },
  })),
  mail('event that the schema drops', (v) => ({ event: 'paid', distinct_id: v })),
  mail('event that becomes a dead letter', (v) => ({
    ...{ event: 'rejected', distinct_id: v, properties: { note: v } },
  })),
  mail('time that is none', (v) => ({ event: 'planted', distinct_id: 'd', timestamp: v })),
  mail(
    'profile flag that is none',
    inProperties((v) => ({ $process_person_profile: v })),
  ),
];

function numbers(): readonly Planted[] {
  const cards = Array.from({ length: 5 }, cardNumber);
  const [plain = '', spaced = '', number = '', dashed = '', linked = ''] = cards;
  const [account, inGroups] = [iban(), iban()];
  return [
    plant('card number', plain, inProperty),
    plant('card number in groups', inFours(spaced, ' '), inProperty, inFours(spaced, ' '), spaced),
    plant(
      'card number as a number',
      number,
      inProperties((v) => ({ card: Number(v) })),
    ),
    plant(
      'card number of a person',
      inFours(dashed, '-'),
      inProperties((v) => ({ $set: { v } })),
    ),
    plant(
      'card number in a URL',
      linked,
      inProperties((v) => ({ $referrer: `/pay?c=${v}` })),
    ),
    plant('IBAN', account, inProperty),
    plant(
      'IBAN in groups',
      inFours(inGroups, ' '),
      inProperties((v) => ({ list: [{ v }] })),
    ),
  ];
}

function tokens(): readonly Planted[] {
  const url = (before: string, behind = ''): Make =>
    inProperties((v) => ({ $current_url: `${before}${v}${behind}` }));
  const aws = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
  return [
    plant('JSON web token', `eyJ${hex()}.eyJ${hex()}.${hex()}`, inProperty),
    plant('key of AWS', aws, inProperty),
    plant(
      'token of GitHub',
      `ghp_${hex()}${hex()}${hex()}`,
      inProperties((v) => ({ a: [v] })),
    ),
    plant('key of Stripe', ['sk', 'live', `${hex()}${hex()}`].join('_'), inProperty),
    plant(
      'bearer token',
      hex(),
      inProperties((v) => ({ header: `Bearer ${v}` })),
    ),
    plant('token in a URL', hex(), url('https://x.test/#access_token=', '&x=1')),
    plant('password in a URL', hex(), url('https://user:', '@x.test/')),
    plant(
      'private key',
      hex(),
      inProperties((v) => ({
        pem: `-----BEGIN PRIVATE KEY-----\n${v}\n-----END PRIVATE KEY-----`,
      })),
    ),
  ];
}

/** Values of the property `ssn`, which a rule removes by name. */
function named(): readonly Planted[] {
  const make = (what: string, properties: Make): Planted =>
    plant(`named: ${what}`, `sn${hex()}`, inProperties(properties));
  return [
    make('property', (v) => ({ ssn: v })),
    make('nested', (v) => ({ a: [{ ssn: { value: [v] } }] })),
    make('of a person', (v) => ({ $set: { ssn: v } })),
    make('parameter of a URL', (v) => ({ $current_url: `https://x.test/?a=1&ssn=${v}` })),
    make('attribute in a chain', (v) => ({ $elements_chain: `input:attr__ssn="${v}"` })),
    make('attribute of an element', (v) => ({ $elements: [{ tag_name: 'i', attr__ssn: v }] })),
    make('member of a JSON text', (v) => ({ body: JSON.stringify({ ssn: v }) })),
    plant(
      'named: number',
      `7${digits(13)}`,
      inProperties((v) => ({ ssn: Number(v) })),
    ),
    plant(
      'named: address',
      '203.0.113.77',
      inProperties((v) => ({ $ip: v })),
    ),
  ];
}

export const PLANTED: readonly Planted[] = [...MAILS, ...numbers(), ...tokens(), ...named()];
