import { isNewEnough, redisServerPlaces } from './find-redis-server';
import { packagesToInstall } from '@tidemark/platform';

describe('redisServerPlaces', () => {
  it('searches the PATH before the usual folders, without duplicates', () => {
    const places = redisServerPlaces('/opt/redis:/usr/bin:');
    expect(places[0]).toBe('/opt/redis/redis-server');
    expect(places.filter((place) => place === '/usr/bin/redis-server')).toHaveLength(1);
    expect(places).toContain('/usr/local/bin/redis-server');
  });
});

describe('isNewEnough', () => {
  it.each([
    ['6.2.14', false],
    ['7.0.0', true],
    ['5.9.9', false],
    ['7.0.15', true],
    ['10.0.0', true],
  ])('%s: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });
});

describe('packagesToInstall', () => {
  it('returns the packages that a simulation would install, not those it would configure', () => {
    const simulation = [
      'Reading package lists...',
      'Inst libjemalloc2 (5.3.0-1 Debian:12.5/stable [amd64])',
      'Inst redis-tools [5:7.0.15] (5:7.0.15 Debian-Security:12/stable [amd64])',
      'Conf redis-tools (5:7.0.15 Debian-Security:12/stable [amd64])',
    ].join('\n');
    expect(packagesToInstall(simulation)).toEqual(['libjemalloc2', 'redis-tools']);
  });
});
