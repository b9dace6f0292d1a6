import { durabilityOf, worstOf } from './durability';

const info = (policy: string, aof: string): string =>
  `# Memory\r\nmaxmemory_policy:${policy}\r\n# Persistence\r\nloading:0\r\naof_enabled:${aof}\r\n`;

describe('durabilityOf', () => {
  it('accepts noeviction and appendonly', () => {
    expect(durabilityOf(info('noeviction', '1'))).toEqual({ state: 'durable' });
  });

  it('reports every risk with its solution', () => {
    expect(durabilityOf(info('allkeys-lru', '0'))).toEqual({
      state: 'at_risk',
      faults: [
        expect.stringMatching(/allkeys-lru.*set maxmemory-policy noeviction/),
        expect.stringMatching(/appendonly is no.*set appendonly yes/),
      ],
    });
  });

  it('is unknown for a server that does not return a field', () => {
    expect(durabilityOf('aof_enabled:1')).toEqual({
      state: 'unknown',
      reason: 'INFO lacks maxmemory_policy',
    });
    expect(durabilityOf('aof_enabled:0').state).toBe('at_risk');
  });
});

describe('worstOf several servers', () => {
  const durable = { state: 'durable' } as const;
  const unknown = { state: 'unknown', reason: 'silent' } as const;
  const atRisk = { state: 'at_risk', faults: ['no file'] } as const;

  it.each([
    [[durable, durable], durable],
    [[durable, unknown], unknown],
    [[unknown, atRisk, atRisk, durable], atRisk],
  ])('%j: %j', (found, worst) => {
    expect(worstOf(found)).toEqual(worst);
  });
});
