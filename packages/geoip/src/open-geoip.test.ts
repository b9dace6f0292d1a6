import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '@tidemark/platform';
import { ConfigError, createLogger } from '@tidemark/platform';
import fc from 'fast-check';
import { bundledFiles } from './bundled-files';
import type { GeoipLookup } from './open-geoip';
import { openGeoip } from './open-geoip';

const logger: Logger = createLogger('test', 'silent');

describe('the bundled database', () => {
  let geoip: GeoipLookup;
  beforeAll(async () => {
    const opened = await openGeoip({ logger });
    if (opened === null) throw new Error('the bundled database is not installed');
    geoip = opened;
  });

  it('locates an IPv4 address, names and time zone included', () => {
    expect(geoip.lookup('8.8.8.8')).toMatchObject({
      countryCode: 'US',
      countryName: 'United States',
      continentCode: 'NA',
      continentName: 'North America',
      timeZone: expect.stringMatching(/^America\//),
      latitude: expect.any(Number),
    });
  });

  it('returns the same location for an address that it found before', () => {
    expect(geoip.lookup('8.8.4.4')).toBe(geoip.lookup('8.8.4.4'));
    expect(geoip.lookup('10.0.0.2')).toBeNull();
    expect(geoip.lookup('10.0.0.2')).toBeNull();
  });

  it('locates an IPv6 address with a separate file', () => {
    expect(geoip.lookup('2a02:8109::1')).toMatchObject({
      countryCode: 'DE',
      timeZone: 'Europe/Berlin',
    });
  });

  it('reads IPv4 mapped to IPv6 as IPv4', () => {
    expect(geoip.lookup('::ffff:8.8.8.8')).toEqual(geoip.lookup('8.8.8.8'));
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    '',
    'x',
    '8.8.8',
  ])('has no location for %j', (ip) => {
    expect(geoip.lookup(ip)).toBeNull();
  });

  it('never throws, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.stringMatching(/^[0-9a-f:.%]{0,45}$/),
    );
    fc.assert(
      fc.property(text, (ip) => {
        const location = geoip.lookup(ip);
        expect(location === null || typeof location === 'object').toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a configured database', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-geoip-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns only addresses of its family', async () => {
    const path = bundledFiles()?.[4];
    const geoip = await openGeoip({ path, logger });
    expect(geoip?.lookup('8.8.8.8')).toMatchObject({ countryCode: 'US' });
    // Its search tree would also return a record for any IPv6 address.
    expect(geoip?.lookup('2a02:8109::1')).toBeNull();
  });

  it('that is missing prevents the start with one line', async () => {
    const opening = openGeoip({ path: join(folder, 'none.mmdb'), logger });
    await expect(opening).rejects.toThrow(ConfigError);
    await expect(opening).rejects.toThrow(
      /^Invalid configuration: GEOIP_MMDB_PATH: [^\n]*none\.mmdb[^\n]*$/,
    );
  });

  it.each([
    ['empty', ''],
    ['something else', 'x'.repeat(200_000)],
  ])('that is %s prevents the start', async (_, contents) => {
    const path = join(folder, 'wrong.mmdb');
    writeFileSync(path, contents);
    await expect(openGeoip({ path, logger })).rejects.toThrow('is not a MaxMind-format database');
  });

  it('that only looks like a database returns nothing and does not throw', async () => {
    const path = join(folder, 'broken.mmdb');
    writeFileSync(path, Buffer.from('\xAB\xCD\xEFMaxMind.com\xff\xff', 'latin1'));
    const geoip = await openGeoip({ path, logger });
    expect(geoip?.lookup('8.8.8.8')).toBeNull();
  });
});
