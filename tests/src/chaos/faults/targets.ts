import type { ProcessName } from '../../test-support/product-processes';
import { productProcess } from '../../test-support/product-processes';
import type { Chaos } from '../start-chaos';
import type { Target } from './strike';

export function processOf(chaos: Chaos, name: ProcessName): Target {
  return {
    name,
    pid: () => productProcess(chaos.running().product.pid, name)?.pid ?? null,
  };
}

/** The shell that stops an engine when the supervisor has exited. */
export function guardOf(chaos: Chaos, name: 'Redis' | 'Postgres'): Target {
  return {
    name: `guard of ${name}`,
    pid: () => productProcess(chaos.running().product.pid, name)?.parent ?? null,
  };
}
