import { zoneChoices } from './zones';

describe('zoneChoices', () => {
  it('offers the zone of the project, whatever name the browser lists for it', () => {
    const listed = Intl.supportedValuesOf('timeZone');
    for (const zone of [
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'America/St_Johns',
      'US/Pacific',
      'UTC',
    ]) {
      expect(zoneChoices(listed, zone).filter((name) => name === zone)).toEqual([zone]);
    }
  });

  it('offers current names instead of former ones, UTC first', () => {
    expect(zoneChoices(['Asia/Calcutta', 'Europe/Kiev', 'Europe/Berlin'], 'UTC')).toEqual([
      'UTC',
      'Asia/Kolkata',
      'Europe/Berlin',
      'Europe/Kyiv',
    ]);
    expect(zoneChoices(['Asia/Calcutta'], 'Asia/Calcutta')).toEqual([
      'UTC',
      'Asia/Calcutta',
      'Asia/Kolkata',
    ]);
  });
});
