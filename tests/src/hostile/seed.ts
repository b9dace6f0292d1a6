/** A text in all data of the other project. No byte of any response may contain it. */
export const SECRET = 'SECRETmarker';

/** A number that only the other project has. */
export const SECRET_NUMBER = 918_273_645;

/** The text in the data of the attacker's project, instead of `SECRET`. */
export const OWN = 'own';

interface Seeded {
  readonly marker: string;
  readonly number: number;
  /** Arguments of functions that throw only for the values of the other project. */
  readonly traps: Readonly<Record<string, unknown>>;
}

const HARMLESS = {
  charset: 'US-ASCII',
  pattern: 'o',
  range: '1.0.0.0/8',
  factorial: '3',
  count: '3',
  cell: '644325524701193974',
  text: '1',
  zone: 'UTC',
};

const THROWING = {
  charset: 'no-such-charset',
  pattern: '(',
  range: 'nowhere',
  factorial: '99',
  count: '100000000000',
  cell: '1',
  text: `${SECRET}-text`,
  zone: 'Mars/Base',
};

export const own: Seeded = { marker: OWN, number: 7, traps: HARMLESS };
export const other: Seeded = { marker: SECRET, number: SECRET_NUMBER, traps: THROWING };

/** Two events of one person with their group, a session and a page. */
export function seedEvents({ marker, number, traps }: Seeded, time: Date): object[] {
  const sessionId = '018f05c9-4ab8-7b86-b64e-c9f03fbd45d1';
  const common = {
    distinct_id: `${marker}-id`,
    timestamp: time.toISOString(),
  };
  return [
    {
      ...common,
      event: `${marker}-event`,
      properties: {
        ...traps,
        secret: marker,
        number,
        $session_id: sessionId,
        $current_url: `https://${marker}.example/`,
        $groups: { company: `${marker}-company` },
        $set: { name: marker, number },
      },
    },
    {
      ...common,
      event: '$groupidentify',
      properties: {
        $group_type: 'company',
        $group_key: `${marker}-company`,
        $group_set: { name: marker },
      },
    },
  ];
}
