import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadOrder, LoadReport } from './load-order';

export interface Generator {
  /** @throws Error if the edge rejected a batch */
  load(order: LoadOrder): Promise<LoadReport>;
  stop(): void;
}

export async function startGenerator(edgeUrl: string): Promise<Generator> {
  const child = fork(join(__dirname, 'generator.js'), [edgeUrl]);
  await once(child, 'message');
  return {
    load: (order) =>
      new Promise((resolve, reject) => {
        const onExit = (): void => reject(new Error('the generator ended'));
        child.once('exit', onExit);
        child.once('message', (report: LoadReport) => {
          child.off('exit', onExit);
          resolve(report);
        });
        child.send(order);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}
