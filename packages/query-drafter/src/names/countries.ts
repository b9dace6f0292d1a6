/** Names that people use for countries and that are not the English names in the platform's list. */
const ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  us: 'US',
  america: 'US',
  'the us': 'US',
  'the usa': 'US',
  'the united states': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'the uk': 'GB',
  britain: 'GB',
  'great britain': 'GB',
  england: 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'south korea': 'KR',
};

let countries: ReadonlyMap<string, string> | null = null;

/** Returns the two-letter code of a country by its English name, in any case; null if the name is unknown. */
export function countryCode(name: string): string | null {
  countries ??= readCountries();
  return countries.get(name.toLowerCase()) ?? null;
}

function readCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const found = new Map<string, string>();
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = names.of(code);
      // Leaves out the codes of former countries, such as DD: `Intl.Locale` maps them to their successor, such as DE.
      const isToday = new Intl.Locale(`und-${code}`).region === code;
      if (name !== undefined && isToday) found.set(name.toLowerCase(), code);
    }
  }
  for (const [name, code] of Object.entries(ALIASES)) found.set(name, code);
  return found;
}
